// Topics in the browser: one WebSocket, many subscriptions, which resume after a reconnect.
//
//   import { Fastwire } from "/topics/fastwire.js";
//   const fastwire = new Fastwire({ onStatus: console.log });
//   const stop = fastwire.subscribe("orders/*", (data, { topic, id }) => show(topic, data));
//
// A classic script finds the same class as window.Fastwire behind <script type="module" src="/topics/fastwire.js">.
const matches = (pattern, topic) => {
  const parts = pattern.split("/"), names = topic.split("/");
  const rest = parts.at(-1) === "**" ? parts.pop() : null;
  return (rest ? names.length >= parts.length : names.length === parts.length)
      && parts.every((part, i) => part === "*" || part === names[i]);
};

const isNumber = (id) => /^\d+$/.test(id);
const isSeen = (id, last) => isNumber(id) && isNumber(last) && Number(id) <= Number(last); // the application's ids are no numbers
const rethrow = (failure) => queueMicrotask(() => { throw failure; }); // to the console, while the others go on
const call = (callback, ...values) => {
  try {
    callback(...values);
  } catch (failure) {
    rethrow(failure);
  }
};

export class Fastwire {
  // pattern -> { callbacks: Map of callback -> { load, stale: whether it has to load },
  //              id: where to resume, begun: whether it ever took effect, live: whether it has on this socket }
  #subscriptions = new Map();
  #options; #socket; #timer; #failures = 0; #closed = false;

  // url; minDelay and maxDelay in ms; onStatus("connecting" | "open" | "waiting" | "closed"); onError(code, topic);
  // onGap(pattern): messages were missed, so load anew what the page shows
  constructor(options = {}) {
    const url = import.meta.url.replace(/^http/, "ws").replace(/\/fastwire\.js.*$/, "");
    this.#options = { url, minDelay: 500, maxDelay: 30000, onStatus() {}, onError: console.warn, onGap() {}, ...options };
    this.#connect();
  }

  // load(pattern): called when the subscription has begun, and again when messages were missed: what it asks the server
  // for then is not older than the messages that follow, but may have some of them already. If it fails, it is called
  // again after the next reconnect.
  // since: the id of the last message seen, or "0" for all that is kept; counts for the first callback of a pattern.
  // Returns what ends the subscription.
  subscribe(pattern, callback, { load, since } = {}) {
    const known = this.#subscriptions.get(pattern);
    const subscription = known ?? { callbacks: new Map(), id: since, begun: false, live: false };
    subscription.callbacks.set(callback, { load, stale: true });
    this.#subscriptions.set(pattern, subscription);
    if (!known) this.#send({ subscribe: pattern, since });
    else if (known.live) this.#load(pattern, known);
    return () => this.unsubscribe(pattern, callback);
  }

  unsubscribe(pattern, callback) {
    const subscription = this.#subscriptions.get(pattern);
    if (!subscription?.callbacks.delete(callback) || subscription.callbacks.size) return;
    this.#subscriptions.delete(pattern);
    this.#send({ unsubscribe: pattern });
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket.close();
  }

  #send(frame) {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  #connect() {
    this.#options.onStatus("connecting");
    for (const subscription of this.#subscriptions.values()) subscription.live = false;
    this.#socket = new WebSocket(this.#options.url, "fastwire.v1");
    this.#socket.onopen = () => {
      this.#options.onStatus("open");
      for (const [pattern, { id }] of this.#subscriptions) this.#send({ subscribe: pattern, since: id });
    };
    this.#socket.onmessage = (event) => this.#receive(JSON.parse(event.data));
    this.#socket.onclose = () => {
      if (this.#closed) return this.#options.onStatus("closed");
      this.#options.onStatus("waiting");
      const delay = Math.min(this.#options.maxDelay, this.#options.minDelay * 2 ** this.#failures++);
      this.#timer = setTimeout(() => this.#connect(), delay * (0.5 + Math.random() / 2));
    };
  }

  #receive(frame) {
    if (frame.error) return this.#options.onError(frame.error, frame.topic);
    if (frame.subscribed) return this.#begun(frame.subscribed, frame, this.#subscriptions.get(frame.subscribed));
    const ended = this.#subscriptions.get(frame.unsubscribed); // and subscribed to anew meanwhile
    if (ended) ended.live = false;
    if (frame.topic) this.#message(frame);
  }

  #begun(pattern, frame, subscription) {
    this.#failures = 0;
    if (!subscription) return;
    const missed = subscription.begun ? !frame.resumed : frame.resumed === false;
    subscription.begun = subscription.live = true;
    subscription.id = frame.id; // before all that follows; none without any history
    if (missed) {
      for (const loader of subscription.callbacks.values()) loader.stale = true;
      call(this.#options.onGap, pattern);
    }
    this.#load(pattern, subscription);
  }

  #load(pattern, subscription) {
    for (const loader of subscription.callbacks.values()) {
      if (!loader.load || !loader.stale) continue;
      loader.stale = false;
      new Promise((resolve) => resolve(loader.load(pattern))).catch((failure) => {
        loader.stale = true;
        rethrow(failure);
      });
    }
  }

  // A message counts for a subscription only behind its "subscribed": one that comes earlier through another pattern may
  // be newer than what is still to be replayed.
  #message(frame) {
    for (const [pattern, subscription] of this.#subscriptions) {
      if (!subscription.live || !matches(pattern, frame.topic) || isSeen(frame.id, subscription.id)) continue;
      subscription.id = frame.id ?? subscription.id;
      for (const callback of subscription.callbacks.keys()) call(callback, frame.data, frame);
    }
  }
}

globalThis.Fastwire = Fastwire;
