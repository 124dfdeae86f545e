import { Fastwire } from "./topics/fastwire.js";

const SHOWN_ORDERS = 15;
const next = { NEW: "PAID", PAID: "SHIPPED", SHIPPED: "DELIVERED" };
const byId = (id) => document.getElementById(id);
const send = (method, path, body) => fetch(path, {
  method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
const place = (customer) => send("POST", "orders", { customer, items: [{ product: "tea", quantity: 2 }] });
const element = (name, text) => Object.assign(document.createElement(name), { textContent: text ?? "" });

function showPrice({ product, price }) {
  const id = "price-" + product;
  const value = byId(id) ?? (() => {
    const box = element("div", product);
    const created = Object.assign(element("b"), { id });
    box.append(created);
    byId("prices").append(box);
    return created;
  })();
  value.className = price >= Number(value.textContent) ? "up" : "down";
  value.textContent = price.toFixed(2);
}

const versions = new Map();
function showOrder(order) {
  if (versions.get(order.id) >= order.version) return; // an older one, which was loaded or sent before
  versions.set(order.id, order.version);
  byId("none").hidden = true;
  const row = Object.assign(document.createElement("tr"), { id: "order-" + order.id });
  row.append(element("td", order.id), element("td", order.customer), element("td", order.status));
  const action = element("td");
  if (next[order.status]) {
    const button = element("button", next[order.status].toLowerCase());
    button.onclick = () => send("PATCH", "orders/" + order.id, { status: next[order.status] });
    action.append(button);
  }
  row.append(action);
  const shown = byId(row.id), rows = byId("orders");
  if (shown) shown.replaceWith(row);
  else rows.prepend(row);
  while (rows.children.length > SHOWN_ORDERS) rows.lastChild.remove();
}


function onStatus(status) {
  byId("status").textContent = status;
  byId("status").className = status;
}

// Called when the subscription has begun, so that nothing is in between, and when messages were missed that are no longer
// kept. A server that was started anew counts orders from 1 again.
async function load() {
  versions.clear();
  byId("orders").replaceChildren();
  byId("none").hidden = false;
  (await (await fetch("orders")).json()).slice(-SHOWN_ORDERS).forEach(showOrder); // those that come meanwhile are newer
}

const fastwire = new Fastwire({ onStatus });
fastwire.subscribe("quotes/*", showPrice);
fastwire.subscribe("orders", showOrder, { load });
byId("place").onclick = () => place("Ada");

// The load ends by itself: a time, a number of sockets, a number of requests at once, and few orders among them.
const LOAD = { millis: 20_000, sockets: 25, workers: 6, ordersEach: 250 };

async function ask(path, until, count) {
  while (performance.now() < until) {
    const number = count();
    await (number % LOAD.ordersEach === 0 ? place("Load") : fetch(number % 2 ? "/ping" : path))
        .then((response) => response.arrayBuffer());
  }
}

byId("load").onclick = async () => {
  const start = performance.now();
  const until = start + LOAD.millis;
  let requests = 0;
  byId("load").disabled = true;
  const path = (await place("Load")).headers.get("Location");
  const sockets = Array.from({ length: LOAD.sockets }, () => {
    const socket = new Fastwire();
    socket.subscribe("quotes/*", () => {});
    return socket;
  });
  const show = setInterval(() => {
    const seconds = Math.max(1, Math.round((until - performance.now()) / 1000));
    byId("loaded").textContent = Math.round(requests / (performance.now() - start) * 1000) + " requests/s, " + seconds + " s left";
  }, 500);
  try {
    await Promise.all(Array.from({ length: LOAD.workers }, () => ask(path, until, () => ++requests)));
    byId("loaded").textContent = requests + " requests made";
  }
  catch (failure) {
    byId("loaded").textContent = "Ended: " + failure.message;
  }
  finally {
    clearInterval(show);
    sockets.forEach((socket) => socket.close());
    byId("load").disabled = false;
  }
};
