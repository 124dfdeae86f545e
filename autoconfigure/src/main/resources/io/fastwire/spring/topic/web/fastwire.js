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

export class Fastwire {
  #subscriptions = new Map(); // pattern -> { callbacks, id: where to resume, cut: a connection ended since }
  #options; #socket; #timer; #failures = 0; #closed = false;

  // url; minDelay and maxDelay in ms; onStatus("connecting" | "open" | "waiting" | "closed"); onError(code, topic);
  // onGap(pattern): messages were missed, so load anew what the page shows
  constructor(options = {}) {
    const url = import.meta.url.replace(/^http/, "ws").replace(/\/fastwire\.js.*$/, "");
    this.#options = { url, minDelay: 500, maxDelay: 30000, onStatus() {}, onError: console.warn, onGap() {}, ...options };
    this.#connect();
  }

  // since: the id of the last message seen, or "0" for all that is kept. Returns what ends the subscription.
  subscribe(pattern, callback, { since } = {}) {
    const known = this.#subscriptions.get(pattern);
    const subscription = known ?? { callbacks: new Set(), id: since };
    subscription.callbacks.add(callback);
    this.#subscriptions.set(pattern, subscription);
    if (!known) this.#send({ subscribe: pattern, since });
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
    this.#socket = new WebSocket(this.#options.url, "fastwire.v1");
    this.#socket.onopen = () => {
      this.#options.onStatus("open");
      for (const [pattern, { id }] of this.#subscriptions) this.#send({ subscribe: pattern, since: id });
    };
    this.#socket.onmessage = (event) => this.#receive(JSON.parse(event.data));
    this.#socket.onclose = () => {
      if (this.#closed) return this.#options.onStatus("closed");
      for (const subscription of this.#subscriptions.values()) subscription.cut = true;
      this.#options.onStatus("waiting");
      const delay = Math.min(this.#options.maxDelay, this.#options.minDelay * 2 ** this.#failures++);
      this.#timer = setTimeout(() => this.#connect(), delay * (0.5 + Math.random() / 2));
    };
  }

  #receive(frame) {
    if (frame.error) return this.#options.onError(frame.error, frame.topic);
    const subscription = this.#subscriptions.get(frame.subscribed);
    if (subscription) {
      this.#failures = 0;
      if (frame.resumed === false || (subscription.cut && !frame.resumed)) { // without histories, nothing can be resumed
        subscription.id = undefined;
        this.#options.onGap(frame.subscribed);
      }
      subscription.cut = false;
      subscription.id = frame.id ?? subscription.id;
    }
    if (!frame.topic) return;
    for (const [pattern, subscription] of this.#subscriptions) {
      if (!matches(pattern, frame.topic) || Number(frame.id) <= Number(subscription.id)) continue; // or a repetition
      subscription.id = frame.id ?? subscription.id;
      for (const callback of subscription.callbacks) callback(frame.data, frame);
    }
  }
}

globalThis.Fastwire = Fastwire;
