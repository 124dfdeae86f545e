// A client of the sample's topics with what browsers and Node have built in.
const PATIENCE = 60_000; // ms for all of it

function same(actual, expected) {
  const [is, should] = [actual, expected].map((value) => JSON.stringify(value));
  if (is !== should) throw new Error(`expected ${should} but there is ${is}`);
}

/** Keeps what comes, for those who wait for it. */
class Inbox {
  items = [];
  #wake = () => {};

  put(item) {
    this.items.push(item);
    this.#wake();
  }

  async until(done) {
    while (!done(this.items)) await new Promise((resolve) => { this.#wake = resolve; });
    return this.items;
  }
}

/** Server-sent events by fetch, as { id, event, data }. */
async function stream(url, inbox, headers = {}) {
  const abort = new AbortController();
  const response = await fetch(url, { headers: { Accept: "text/event-stream", ...headers }, signal: abort.signal });
  same(response.status, 200);
  same(response.headers.get("content-type").split(";")[0], "text/event-stream");
  const read = async () => {
    let text = "";
    for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + part).split("\n\n");
      text = blocks.pop();
      for (const block of blocks) {
        const fields = block.split("\n").filter((line) => !line.startsWith(":")).map((line) => line.split(/: ?(.*)/s));
        const event = Object.fromEntries(fields);
        if ("data" in event) inbox.put({ ...event, data: JSON.parse(event.data) });
      }
    }
  };
  read().catch((failure) => { if (failure.name !== "AbortError") throw failure; });
  return () => abort.abort();
}

async function send(method, url, body) {
  const response = await fetch(url, { method, body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status}`);
  return response.json();
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function run(http) {
  // Three ways to the same topics: a plain socket, the client module on a socket of many topics, an event stream.
  const plain = new Inbox(), module = new Inbox(), events = new Inbox();
  const ws = http.replace(/^http/, "ws");
  const socket = new WebSocket(ws + "/topics/orders");
  socket.onmessage = (event) => plain.put(JSON.parse(event.data));
  const source = await (await fetch(http + "/topics/fastwire.js")).text();
  const { Fastwire } = await import("data:text/javascript," + encodeURIComponent(source));
  const fastwire = new Fastwire({ url: ws + "/topics", minDelay: 100, onError: (code, topic) => module.put({ customer: code, topic }) });
  fastwire.subscribe("orders", (order, frame) => module.put({ ...order, topic: frame.topic }));
  const cut = await stream(http + "/topics/orders", events);

  // An order shows that all have subscribed; from here on each must see everything.
  let order;
  do {
    order = await send("POST", http + "/orders", { customer: "Ada \u{1F680}", items: [{ product: "tea", quantity: 2 }] });
    await pause(100);
  } while (![plain, module, events].every((inbox) => inbox.items.length));
  const of = (orders) => orders.filter(({ id }) => id === order.id).map(({ status }) => status);
  await send("PATCH", http + "/orders/" + order.id, { status: "PAID" });
  const all = ["NEW", "PAID"];
  const whole = (orders) => of(orders).length >= all.length;
  const dataOf = (list) => list.map(({ data }) => data);
  same(of(await plain.until(whole)), all);
  same(of(await module.until(whole)), all);
  same(of(dataOf(await events.until((list) => whole(dataOf(list))))), all);
  same(true, [...plain.items, ...module.items, ...dataOf(events.items)].every(({ customer }) => customer === "Ada \u{1F680}"));
  same(true, module.items.every(({ topic }) => topic === "orders"));

  // What happens while nobody reads is there after a return with the last id.
  const last = events.items.at(-1).id;
  cut();
  await send("PATCH", http + "/orders/" + order.id, { status: "SHIPPED" });
  const later = new Inbox();
  const cutLater = await stream(http + "/topics/orders", later, { "Last-Event-ID": last });
  const [first] = await later.until((list) => list.length > 0);
  same(first.event, undefined);
  same([first.data.id, first.data.status], [order.id, "SHIPPED"]);
  cutLater();

  // A client cannot publish.
  const closed = new Promise((resolve) => { socket.onclose = ({ code }) => resolve(code); });
  socket.send("anything");
  same(await closed, 1008);

  fastwire.close();
  return "plain socket, client module, event stream: all there";
}

export default (http) => Promise.race([run(http), pause(PATIENCE).then(() => "Not done in time")]);
