// Improves pages that work without it: answers are sent and changes shown without loading the
// whole page, and boards move. It knows the page, not the games.

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const main = () => $("#main");
const revision = (el = main()) => Number(el.dataset.revision ?? 0);
const byKey = (key, root = main()) => $(`[data-key="${CSS.escape(key)}"]`, root);
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// A text equal to the last one would not be read again: a no-break space makes it another.
function say(text) {
  const live = $("#live");
  if (text) live.textContent = live.textContent === text ? text + "\u00a0" : text;
}

// ---- Fetching ----

async function load(url, sent) {
  const init = sent && { method: "POST", body: sent };
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(20000) });
  const doc = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = $("#main", doc);
  const { table } = fresh.dataset;
  // A page that a post itself gave has no address that can be loaded again: the table's has.
  const address = sent && !answer.redirected ? (table ?? location.href) : answer.url;
  return { doc, fresh, html: fresh.outerHTML, table, address, ok: answer.ok, sent };
}

// Pages are shown one after the other, so that two of them never mix.
let line = Promise.resolve();
const inLine = (page) => (line = line.catch(() => {}).then(() => show(page)));

// The newest revision told of and not fetched yet. News beside a revision (advice, say) count
// half, so that they are newer than the same revision on the page.
let wanted = 0;
let fetching = false;
const sending = new Set();

async function catchUp() {
  if (fetching || sending.size) return;
  fetching = true;
  try {
    while (wanted > revision() && !sending.size) {
      wanted = 0;
      const page = await load(location.href);
      if (page.table !== main().dataset.table) throw new Error("not the table");
      await inLine(page);
    }
    if (failures > 1) say("The connection is back.");
    failures = 0;
    $("[data-lost]")?.remove();
  } catch {
    lost();
  }
  fetching = false;
}

// ---- Listening ----

let stream = null;
let streams = 0;
let failures = 0;
let retry = 0;

function listen() {
  const { table } = main().dataset;
  if (table && stream?.table === table) return;
  hangUp();
  if (!table || document.hidden) return;
  stream = new EventSource(`${table}/events`);
  stream.table = table;
  // What came beside the same revision between two streams was missed.
  let gap = streams++ > 0;
  stream.ontable = stream.onaside = ({ type, data }) => {
    wanted = Math.max(wanted, Number(data) + (gap || type === "aside" ? 0.5 : 0));
    gap = false;
    catchUp();
  };
  stream.addEventListener("table", stream.ontable);
  stream.addEventListener("aside", stream.onaside);
  // One cut is usual behind a proxy: only a second one in a row is worth a word.
  stream.onerror = () => (failures ? lost() : again());
}

function hangUp() {
  clearTimeout(retry);
  stream?.close();
  stream = null;
}

function again() {
  hangUp();
  retry = setTimeout(listen, 1000 * Math.min(30, 2 ** failures++));
}

function lost(sent) {
  const text = "No connection to the server. This page stays as it is and keeps trying.";
  if (sent || !$("[data-lost]")) say(text);
  if (!$("[data-lost]")) {
    const p = document.createElement("p");
    Object.assign(p, { className: "message", textContent: text }).dataset.lost = "";
    ($("#ask")?.closest("section") ?? main().firstElementChild).before(p);
  }
  failures ||= 1;
  again();
}

// ---- Showing a page ----

// What the server sent last: an equal page needs no swap.
let html = main().outerHTML;
// The control that had the focus, also while it is gone because somebody else is to answer.
let key;

async function show(page) {
  if (page.table && page.table === main().dataset.table) {
    const newer = revision(page.fresh) - revision();
    if (newer < 0) return;
    if (newer) page = await animate(page);
  }
  if (page.sent || page.html !== html) swap(page);
}

function swap(page) {
  const { fresh, doc, sent } = page;
  const old = main();
  const before = { ...old.dataset };
  const shown = revision();
  const log = $(".log-box", old);
  // Counted from the top of a box that scrolls from its end: new lines don't move what is read.
  const read = log?.scrollTop && log.scrollTop + log.scrollHeight;

  for (const { dataset } of $$("details[data-key][open]", old)) {
    byKey(dataset.key, fresh)?.setAttribute("open", "");
  }
  for (const field of $$("[data-key]:is(input[type=text], textarea)", old)) {
    const next = byKey(field.dataset.key, fresh);
    const used = page.ok && sent?.get(field.name) === field.value;
    if (next && !next.value && !used) next.value = field.value;
  }

  const active = document.activeElement;
  const inside = old.contains(active);
  if (active !== document.body) key = inside && active.dataset.key;
  const twin = inside && key && byKey(key, fresh);
  if (twin && path(active, old) === path(twin, fresh)) {
    graft(old, fresh, active, twin);
  } else {
    old.replaceWith(fresh);
    if (key) refocus();
  }

  html = page.html;
  history.replaceState(null, "", page.address);
  document.title = doc.title;
  const icon = $("link[rel=icon]", doc);
  if (icon) $("link[rel=icon]").href = icon.getAttribute("href");
  const box = $(".log-box", main());
  if (box && read) box.scrollTop = read - box.scrollHeight;

  const { table, say: words } = main().dataset;
  const told = $$("li[data-revision]", main()).filter((li) => revision(li) > shown);
  const news = table === before.table ? told.map((li) => li.innerText.replace(/\s+/g, " ")) : [];
  if (!page.ok) news.unshift(words);
  if (!news.length && (sent || words !== before.say)) news.push(words);
  say(news.join(" "));
  listen();
}

// Where an element stands, as the names of those around it.
const path = (el, root) => (el === root ? "" : path(el.parentNode, root) + " " + el.localName);

// Makes `old` equal to `fresh` but never takes `kept` out of the page: so a control keeps focus,
// typing, the drag of a slider and a phone's keyboard.
function graft(old, fresh, kept, twin) {
  for (const { name } of [...old.attributes]) fresh.hasAttribute(name) || old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) old.setAttribute(name, value);
  const nodes = [...fresh.childNodes];
  if (old === kept) {
    if (old.type !== "range" && old.value !== fresh.value) old.value = fresh.value;
    return old.replaceChildren(...nodes);
  }
  const spot = [...old.childNodes].find((node) => node.contains(kept));
  const at = nodes.findIndex((node) => node.contains(twin));
  for (const node of [...old.childNodes]) if (node !== spot) node.remove();
  spot.before(...nodes.slice(0, at));
  spot.after(...nodes.slice(at + 1));
  graft(spot, nodes[at], kept, twin);
}

// The control of before, else one of its kind, else the question if it is for this browser.
function refocus() {
  const kind = $$(`[data-key^="${CSS.escape(key.split(":")[0])}:"]`, main());
  const ask = main().dataset.wait !== "1" && key !== "typed" && $("#ask");
  for (const el of [byKey(key), ...kind, ask]) {
    if (el) el.focus({ preventScroll: true });
    if (el && el === document.activeElement) return;
  }
}

// ---- Animation ----

// Ends the animation that is playing.
let stop = null;

async function animate(page) {
  const { table, speed } = main().dataset;
  const pace = { slow: 2, normal: 1, fast: 0.4 }[speed];
  const seen = (svg) => getComputedStyle(svg).display !== "none";
  const svg = $$("[data-board] > svg").find(seen);
  if (!pace || !svg || still() || document.hidden || location.pathname !== table) return page;
  if (sending.size && !page.sent) return page;
  const picture = svg.classList.contains("narrow") ? "narrow" : "wide";
  try {
    const answer = await fetch(`${table}/frames?from=${revision()}&picture=${picture}`);
    const { to, frames } = await answer.json();
    // More has happened since: the board has to end where the frames do.
    const last = to > revision(page.fresh) ? load(location.href) : page;
    await Promise.all([last, play(frames, svg, pace)]);
    return { ...(await last), sent: page.sent };
  } catch {
    return page;
  } finally {
    stop = null;
  }
}

async function play(frames, svg, pace) {
  let over = false;
  const stopped = new Promise((done) => (stop = () => done((over = true))));
  const wait = (ms) => Promise.race([stopped, new Promise((done) => setTimeout(done, ms * pace))]);
  const caption = $("[data-caption]");
  let hand = null;
  let running = [];
  for (const frame of frames) {
    if (caption && frame.caption) caption.textContent = frame.caption;
    const travels = hand && frame.hand;
    if (!travels) hand?.remove();
    if (!travels) hand = frame.hand && newHand(svg);
    if (hand) move(hand, frame.hand, travels ? frame.ms * pace : 0);
    // What the hand drops is seen as it lands.
    if (travels) await wait(frame.ms);
    if (over) return;
    if (hand) hand.lastChild.textContent = frame.hand.seeds;
    running = frame.parts.map((part) => change(part, svg, pace));
    if (!travels) await wait(frame.ms);
    if (over) return;
  }
  await Promise.race([stopped, Promise.all(running)]);
}

async function change({ id, svg: inner, effect, dx, dy }, svg, pace) {
  const part = $(`[data-part="${CSS.escape(id)}"]`, svg);
  if (!part) return;
  const run = (el, frames, ms, easing = "ease-out") => {
    Object.assign(el.style, { transformBox: "fill-box", transformOrigin: "center" });
    return el.animate(frames, { duration: ms * pace, easing }).finished;
  };
  const from = `translate(${dx}px, ${dy}px)`;
  if (effect === "flip") await run(part, { transform: ["none", "scaleX(0)"] }, 160, "ease-in");
  if (effect === "fade") await run(part, { opacity: [1, 0] }, 200);
  part.innerHTML = inner;
  if (effect === "flip") await run(part, { transform: ["scaleX(0)", "none"] }, 160);
  if (effect === "slide") await run(part, { transform: [from, "none"] }, 260, "ease-in-out");
  if (effect !== "roll") return;
  for (const die of $$(".die", part)) run(die, { rotate: ["-400deg", "12deg", "0deg"] }, 620);
  await run(part, { transform: [from, "translate(6px, 2px)", "none"] }, 620);
}

function newHand(svg) {
  const hand = document.createElementNS(svg.namespaceURI, "g");
  hand.setAttribute("class", "hand");
  const shape = $("#hand") ? `<use href="#hand"/>` : `<circle cy="8" r="20" fill="#1c1006"/>`;
  const text = `<text class="worth-text" y="15" font-size="20" text-anchor="middle"></text>`;
  hand.innerHTML = shape + text;
  return svg.appendChild(hand);
}

function move(hand, { x, y }, duration) {
  hand.animate({ transform: `translate(${x}px, ${y}px)` }, { duration, fill: "forwards" });
}

// ---- What people do ----

let asked = 0;

async function submit(event) {
  const { target: form, submitter } = event;
  const post = form.method === "post";
  const url = new URL(submitter?.getAttribute("formaction") ?? form.action, location.href);
  // Files, and forms that lead to another page, are the browser's own business.
  if (!form.matches("[data-swap]") || form.enctype === "multipart/form-data") return;
  if (!post && url.pathname !== location.pathname) return;
  event.preventDefault();
  stop?.();
  if (sending.has(url.href)) return;
  const sent = new URLSearchParams(new FormData(form, submitter));
  const buttons = post ? $$("button", form) : [];
  const mine = ++asked;
  if (post) sending.add(url.href);
  else url.search = sent;
  for (const button of buttons) button.setAttribute("aria-disabled", "true");
  try {
    const page = await load(url, post ? sent : undefined);
    const there = new URL(page.address, location.href);
    // Another page has its own head and pictures.
    if (there.pathname !== location.pathname) location.assign(there);
    else if (post || mine === asked) await inLine(page);
  } catch {
    for (const button of buttons) button.removeAttribute("aria-disabled");
    return lost(true);
  } finally {
    sending.delete(url.href);
  }
  catchUp();
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// The nearest button in a direction; what lies aside counts more than what lies ahead.
function neighbour(from, [x, y]) {
  const a = from.getBoundingClientRect();
  const far = (el) => {
    const b = el.getBoundingClientRect();
    const [dx, dy] = [b.x + b.width / 2 - a.x - a.width / 2, b.y + b.height / 2 - a.y - a.height / 2];
    const ahead = dx * x + dy * y;
    return b.width && ahead > 4 ? ahead + 2 * Math.abs(dx * y + dy * x) : Infinity;
  };
  const [best] = $$(".hit:enabled").sort((p, q) => far(p) - far(q) || 0);
  return far(best) < Infinity ? best : null;
}

function keydown(event) {
  const { key: name, target, repeat } = event;
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (name === " " && (stop || repeat)) {
    stop?.();
    // A text that is being typed keeps its space, but no button is pressed by it.
    if (!target.matches("input[type=text], textarea")) event.preventDefault();
  } else if (name in ARROWS && target.matches(".hit")) {
    const next = neighbour(target, ARROWS[name]);
    if (next) event.preventDefault();
    next?.focus();
  }
}

// A board in motion can't be chosen on: a click shows where it ends.
function click(event) {
  if (!stop || !event.target.closest("[data-board]")) return;
  event.preventDefault();
  event.stopPropagation();
  stop();
}

let slide = 0;

function input({ target }) {
  if (target.type !== "range" || !target.form?.matches("[data-swap]")) return;
  clearTimeout(slide);
  slide = setTimeout(() => target.form?.requestSubmit(), 120);
}

function visibility() {
  if (!document.hidden) return listen();
  stop?.();
  hangUp();
}

document.addEventListener("submit", submit);
document.addEventListener("keydown", keydown, true);
document.addEventListener("click", click, true);
document.addEventListener("input", input);
document.addEventListener("visibilitychange", visibility);
addEventListener("online", () => (hangUp(), listen()));
listen();
