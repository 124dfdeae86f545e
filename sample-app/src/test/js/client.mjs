// What the client module does with the frames of a server, which this plays. Runs in browsers and in Node.
const PATIENCE = 60_000; // ms for each thing that is waited for

class Socket {
  static OPEN = 1;
  static all = [];
  readyState = 0;
  sent = [];

  constructor() {
    Socket.all.push(this);
  }

  static async next(count) {
    for (const start = Date.now(); Socket.all.length < count; await new Promise((resolve) => setTimeout(resolve, 5))) {
      if (Date.now() - start > PATIENCE) throw new Error("No reconnect in time");
    }
    const socket = Socket.all[count - 1];
    socket.readyState = Socket.OPEN;
    socket.onopen();
    return socket;
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  say(...frames) {
    for (const frame of frames) this.onmessage({ data: JSON.stringify(frame) });
  }

  close() {
    this.readyState = 3;
    this.onclose({});
  }
}

function same(actual, expected) {
  const [is, should] = [actual, expected].map((value) => JSON.stringify(value));
  if (is !== should) throw new Error(`expected ${should} but there is ${is}`);
}

const message = (topic, id, data = id) => ({ topic, id: id && String(id), data });

const scenarios = {
  async skipsNothingWherePatternsOverlapAtAReconnect(client) {
    const one = [], all = [];
    client.subscribe("orders/1", (id) => one.push(id));
    client.subscribe("orders/*", (id) => all.push(id));
    const first = await Socket.next(1);
    first.say({ subscribed: "orders/1", id: "50" }, { subscribed: "orders/*", id: "60" });
    first.close();
    const second = await Socket.next(2);
    same(second.sent, [{ subscribe: "orders/1", since: "50" }, { subscribe: "orders/*", since: "60" }]);
    second.say({ subscribed: "orders/1", resumed: true, id: "61" }, message("orders/1", 62));
    second.say({ subscribed: "orders/*", resumed: true, id: "60" }, message("orders/2", 61), message("orders/1", 62));
    second.say(message("orders/1", 63));
    same([one, all], [[62, 63], [61, 62, 63]]);
  },

  async skipsNothingOfTheStartForWhatCameBefore(client) {
    const all = [];
    client.subscribe("**", () => {});
    client.subscribe("orders", (id) => all.push(id), { since: "0" });
    const socket = await Socket.next(1);
    socket.say({ subscribed: "**", id: "5" }, message("orders", 6));
    socket.say({ subscribed: "orders", resumed: true, id: "3" }, message("orders", 4), message("orders", 5), message("orders", 6));
    same(all, [4, 5, 6]);
  },

  async givesWhatIsSubscribedToAnewItsOwnReplay(client) {
    const all = [];
    const socket = await Socket.next(1);
    const stop = client.subscribe("a", () => {});
    socket.say({ subscribed: "a", id: "1" });
    stop();
    client.subscribe("a", (id) => all.push(id), { since: "0" });
    socket.say(message("a", 2), { unsubscribed: "a" }, message("a", 2));
    socket.say({ subscribed: "a", resumed: true, id: "1" }, message("a", 2), message("a", 3));
    same(all, [2, 3]);
  },

  async tellsOfAGapWithoutAnyHistory(client, gaps) {
    client.subscribe("a", () => {});
    (await Socket.next(1)).say({ subscribed: "a" });
    same(gaps, []);
    Socket.all[0].close();
    const second = await Socket.next(2);
    same(second.sent, [{ subscribe: "a" }]);
    second.say({ subscribed: "a" });
    same(gaps, ["a"]);
  },

  async resumesAfterAGapWhereTheServerSaid(client, gaps) {
    client.subscribe("a", () => {});
    (await Socket.next(1)).say({ subscribed: "a", id: "5" });
    Socket.all[0].close();
    (await Socket.next(2)).say({ subscribed: "a", resumed: false, id: "90" });
    Socket.all[1].close();
    const third = await Socket.next(3);
    same(third.sent, [{ subscribe: "a", since: "90" }]);
    third.say({ subscribed: "a", resumed: true, id: "90" });
    same(gaps, ["a"]);
  },

  async loadsAtTheStartAndAfterGapsAndAgainIfThatFailed(client) {
    let loads = 0, fails = false;
    const load = async () => { loads++; if (fails) throw new Error("on purpose"); };
    client.subscribe("a", () => {}, { load });
    const first = await Socket.next(1);
    same(loads, 0);
    first.say({ subscribed: "a", id: "5" });
    same(loads, 1);
    first.close();
    (await Socket.next(2)).say({ subscribed: "a", resumed: true, id: "5" });
    same(loads, 1);
    fails = true;
    Socket.all[1].close();
    (await Socket.next(3)).say({ subscribed: "a", resumed: false, id: "9" });
    same(loads, 2);
    fails = false;
    Socket.all[2].close();
    (await Socket.next(4)).say({ subscribed: "a", resumed: true, id: "9" });
    same(loads, 3);
    client.subscribe("a", (id) => id, { load });
    same(loads, 4);
  },

  async doesNotCompareIdsOfTheApplication(client) {
    const all = [];
    client.subscribe("a", (data) => all.push(data));
    const socket = await Socket.next(1);
    socket.say({ subscribed: "a", id: "50" }, message("a", "0x10", 1), message("a", "b", 2), message("a", "-1", 3));
    socket.say(message("a", undefined, 4), message("a", "51", 5), message("a", "51", "again"));
    same(all, [1, 2, 3, 4, 5]);
  },

  async goesOnWhenACallbackThrows(client) {
    const all = [];
    client.subscribe("a", () => { throw new Error("on purpose"); });
    client.subscribe("*", (data) => all.push(data));
    (await Socket.next(1)).say({ subscribed: "a" }, { subscribed: "*" }, message("a", undefined, 1));
    same(all, [1]);
  },
};

export default async (http) => {
  const source = await (await fetch(http + "/topics/fastwire.js")).text();
  const { Fastwire } = await import("data:text/javascript," + encodeURIComponent(source));
  let thrown = 0;
  globalThis.process?.on("uncaughtException", () => thrown++);
  globalThis.addEventListener?.("error", (event) => { thrown++; event.preventDefault(); });
  globalThis.addEventListener?.("unhandledrejection", (event) => event.preventDefault());
  const real = globalThis.WebSocket;
  globalThis.WebSocket = Socket;
  for (const [name, scenario] of Object.entries(scenarios)) {
    Socket.all = [];
    const gaps = [];
    const client = new Fastwire({ url: "ws://nowhere", minDelay: 1, onGap: (pattern) => gaps.push(pattern) });
    try {
      await scenario(client, gaps);
    } catch (failure) {
      return `${name}: ${failure.message}`;
    } finally {
      client.close();
    }
  }
  await new Promise((resolve) => setTimeout(resolve));
  globalThis.WebSocket = real;
  return `${Object.keys(scenarios).length} scenarios, ${thrown} errors on purpose`;
};
