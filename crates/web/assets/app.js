// Improves pages that work without it: sends answers and shows changes without loading the whole
// page, and moves boards. It knows the page, not the games.

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const main = () => $("#main");
const revision = (el = main()) => Number(el.dataset.revision);
const byKey = (key, root = main()) => $(`[data-key="${CSS.escape(key)}"]`, root);
const typing = (el) => el.matches("input[type=text], textarea");
const lost = () => $("#live.notice");

// For screen readers; for all eyes while the connection is lost.
function say(text, look = "hidden-visually") {
  const live = $("#live");
  live.className = look;
  // An equal text would not be read again: a no-break space makes it another.
  if (text) live.textContent = live.textContent === text ? text + "\u00a0" : text;
}

// ---- Fetching and listening ----

async function load(from, sent) {
  const method = sent ? "POST" : "GET";
  const answer = await fetch(from, { method, body: sent, signal: AbortSignal.timeout(20000) });
  const doc = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = $("#main", doc);
  const { table } = fresh.dataset;
  // A page that a post itself gave can't be loaded again from its address.
  const url = new URL(sent && !answer.redirected ? (table ?? "") : answer.url, location.href);
  return { doc, fresh, html: fresh.outerHTML, table, url, ok: answer.ok, sent };
}

// Pages are shown one after the other, so that two of them never mix.
let line = Promise.resolve();
const inLine = (page) => (line = line.catch(() => {}).then(() => show(page)));

// The newest revision told of and not fetched yet. News beside a revision (advice) count half:
// they are newer than the same revision on the page.
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
      if (page.table !== main().dataset.table) throw Error("not the table");
      await inLine(page);
    }
    failures = 0;
    if (lost()) say("The connection is back.");
  } catch {
    tryLater();
  }
  fetching = false;
}

let stream;
let failures = 0;
let retry;

function listen() {
  const { table } = main().dataset;
  if (table && stream?.table === table) return;
  hangUp();
  if (!table || document.hidden) return;
  // The server says first whether this page has missed something.
  const url = `${table}/events?asides=${main().dataset.asides}`;
  stream = Object.assign(new EventSource(url), { table, onerror: () => tryLater() });
  for (const name of ["table", "aside"]) {
    stream.addEventListener(name, ({ data }) => {
      wanted = Math.max(wanted, Number(data) + (name === "aside" ? 0.5 : 0));
      catchUp();
    });
  }
  stream.addEventListener("reviewed", ({ data }) => {
    const [answered, all] = data.split(" ");
    for (const bar of $$("progress[data-review]")) Object.assign(bar, { max: all, value: answered });
    for (const count of $$("[data-reviewed]")) count.textContent = answered;
  });
  stream.addEventListener("gone", () => location.reload());
}

function hangUp() {
  clearTimeout(retry);
  stream?.close();
  stream = null;
}

function restart() {
  stop?.();
  hangUp();
  listen();
}

function tryLater(sent) {
  hangUp();
  retry = setTimeout(listen, 1000 * Math.min(30, 2 ** failures));
  // One cut is usual behind a proxy: only the next is worth a word.
  const worth = sent || (failures && !lost());
  if (worth) say("No connection to the server. This page keeps trying.", "notice");
  failures++;
}

// ---- Showing a page ----

// What the server sent last: an equal page needs no swap.
let html = main().outerHTML;
// The address of the page on screen, without its fragment.
const place = () => location.pathname + location.search;
let shown = place();
// The control that had the focus, also while it is gone because somebody else is to answer.
let key;

async function show(page) {
  const newer = revision(page.fresh) - revision();
  if (page.table && newer < 0) return;
  if (page.table && newer) page = await animate(page);
  if (page.sent || page.html !== html) swap(page);
}

function swap({ doc, fresh, sent, ok, step, ...page }) {
  const old = main();
  const before = { ...old.dataset };
  const log = $(".log-box", old);
  // The box scrolls from its end. Counted from its top, new lines don't move what is read.
  const read = log?.scrollTop && log.scrollTop + log.scrollHeight;
  for (const el of $$("[data-key]", old)) {
    const next = byKey(el.dataset.key, fresh) ?? {};
    if (el.open) next.open = true;
    if (typing(el) && !(ok && sent?.get(el.name) === el.value)) next.value ||= el.value;
  }

  const active = document.activeElement;
  const inside = old.contains(active);
  if (active !== document.body) key = inside && active.dataset.key;
  const twin = inside && key && byKey(key, fresh);
  const stays = twin && !twin.disabled && path(active, old) === path(twin, fresh);
  if (stays) graft(old, fresh, active, twin);
  else old.replaceWith(fresh);
  if (key) {
    // The same control, else one of its kind, else the question if it is for this browser.
    const kind = $$(`[data-key^="${CSS.escape(key.split(":")[0])}:"]`);
    const ask = main().dataset.wait === "1" || key === "typed" ? [] : $$("#ask");
    for (const el of [byKey(key), ...kind, ...ask]) {
      if (document.activeElement === document.body) el?.focus({ preventScroll: true });
    }
  }

  html = page.html;
  // A step of an analysis is one for the browser's Back as well; a table has only its latest page.
  if (step && page.url.href !== location.href) history.pushState(null, "", page.url);
  else history.replaceState(null, "", page.url);
  shown = place();
  document.title = doc.title;
  $("link[rel=icon]")?.replaceWith($("link[rel=icon]", doc) ?? "");
  const box = $(".log-box");
  if (box && read) box.scrollTop = read - box.scrollHeight;

  const words = main().dataset.say;
  const told = $$("li[data-revision]").filter((li) => revision(li) > before.revision);
  const news = told.map((li) => li.innerText.replace(/\s+/g, " "));
  if (!ok || (!news.length && (sent || words !== before.say))) news.unshift(words);
  say(news.join(" "));
  listen();
}

const path = (el, root) => (el === root ? "" : path(el.parentNode, root) + " " + el.localName);

// Makes `old` equal to `fresh` but never takes `kept` out of the page: so it keeps focus, typing,
// the drag of a slider and a phone's keyboard.
function graft(old, fresh, kept, twin) {
  for (const name of old.getAttributeNames()) fresh.hasAttribute(name) || old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) old.setAttribute(name, value);
  const nodes = [...fresh.childNodes];
  if (old === kept) {
    if (old.type !== "range" && old.value !== fresh.value) old.value = fresh.value;
    return old.replaceChildren(...nodes);
  }
  const at = nodes.findIndex((node) => node.contains(twin));
  for (const node of [...old.childNodes]) node.contains(kept) || node.remove();
  const stay = old.firstChild;
  stay.before(...nodes.slice(0, at));
  stay.after(...nodes.slice(at + 1));
  graft(stay, nodes[at], kept, twin);
}

// ---- Animation ----

let stop; // ends the animation that is playing

async function animate(page) {
  const { table, speed } = main().dataset;
  const pace = { slow: 2, normal: 1, fast: 0.4 }[speed];
  const svg = $$("[data-board] > svg").find((svg) => svg.getClientRects().length);
  if (!pace || !svg || location.pathname !== table || (sending.size && !page.sent)) return page;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return page;
  const picture = svg.matches(".narrow") ? "narrow" : "wide";
  try {
    const url = `${table}/frames?from=${revision()}&picture=${picture}`;
    const answer = await fetch(url, { signal: AbortSignal.timeout(5000) });
    const { to, frames } = await answer.json();
    // More has happened since: the board has to end where the frames do.
    if (to > revision(page.fresh)) page = { ...(await load(location.href)), sent: page.sent };
    await play(frames, svg, pace);
  } catch {
    // Stopped, or nothing to play.
  }
  stop = null;
  return page;
}

async function play(frames, svg, pace) {
  const stopped = new Promise((_, fail) => (stop = fail));
  const wait = (ms) => Promise.race([stopped, new Promise((done) => setTimeout(done, ms * pace))]);
  let running = [];
  for (const { ms, parts, hand, caption } of frames) {
    if (caption) $("[data-caption]")?.replaceChildren(caption);
    // What a hand takes or drops is seen when it is there.
    const first = parts.filter(({ id }) => !hand || id === "hand");
    const change = (part) => replace($(`[data-part="${part.id}"]`, svg), part, ms, pace);
    running = first.map(change);
    await wait(ms);
    running.push(...parts.filter((part) => !first.includes(part)).map(change));
  }
  await Promise.race([stopped, Promise.all(running)]);
}

async function replace(part, { svg, effect, dx, dy }, most, pace) {
  if (!part) return;
  const from = `translate(${dx}px, ${dy}px)`;
  const [ms, leave, come] =
    {
      flip: [160, { transform: ["none", "scaleX(0)"] }, { transform: ["scaleX(0)", "none"] }],
      fade: svg ? [200, null, { opacity: [0, 1] }] : [200, { opacity: [1, 0] }],
      slide: [260, null, { transform: [from, "none"] }],
      roll: [620, null, { transform: [from, "translate(6px, 2px)", "none"] }],
    }[effect] ?? [];
  const timing = { duration: Math.min(ms, most) * pace, easing: "ease-in-out" };
  part.style.cssText = "transform-box: fill-box; transform-origin: center";
  if (leave) await part.animate(leave, timing).finished;
  part.innerHTML = svg;
  // Each die also turns about itself, on top of the place and angle that it has.
  const transform = ["rotate(-400deg)", "rotate(12deg)", "rotate(0deg)"];
  for (const die of effect === "roll" ? part.children : []) {
    die.animate({ transform }, { ...timing, composite: "add" });
  }
  if (come) await part.animate(come, timing).finished;
}

// ---- What people do ----

const on = (name, run) => document.addEventListener(name, run, true);
let asked = 0;
let slide;

on("submit", async (event) => {
  const { target: form, submitter } = event;
  const post = form.method === "post";
  const url = new URL(form.action);
  // Files, and forms that lead to another page, are left to the browser.
  if (!form.matches("[data-swap]:not([enctype^=multipart])")) return;
  if (!post && url.pathname !== location.pathname) return;
  event.preventDefault();
  stop?.();
  if (sending.has(url.href)) return;
  const sent = new URLSearchParams(new FormData(form, submitter));
  const disable = (on) => post && $$("button", form).forEach((el) => (el.ariaDisabled = on));
  const mine = ++asked;
  if (post) sending.add(url.href);
  else url.search = sent;
  disable("true");
  try {
    const page = await load(url, post ? sent : undefined);
    // Another page has its own head and pictures.
    if (page.url.pathname !== location.pathname) location.assign(page.url);
    // A slider has no button, and too many steps for the history.
    else if (post || mine === asked) await inLine({ ...page, step: !post && submitter });
  } catch {
    disable(null);
    return tryLater(true);
  } finally {
    sending.delete(url.href);
  }
  catchUp();
});

// Fragments come here, too, and need no other page.
addEventListener("popstate", async () => {
  if (place() === shown) return;
  const mine = ++asked;
  try {
    const page = await load(location.href);
    if (mine === asked) await inLine(page);
  } catch {
    location.reload();
  }
});

on("input", ({ target }) => {
  if (!target.matches("[data-swap] [type=range]")) return;
  clearTimeout(slide);
  slide = setTimeout(() => target.form?.requestSubmit(), 120);
});

// A board in motion can't be chosen on: a click shows where it ends.
on("click", (event) => {
  if (!stop || !event.target.closest("[data-board]")) return;
  event.preventDefault();
  stop();
});

on("keydown", (event) => {
  const { key: name, target, repeat } = event;
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const x = (name === "ArrowRight") - (name === "ArrowLeft");
  const y = (name === "ArrowDown") - (name === "ArrowUp");
  if (name === " " && (stop || repeat)) {
    stop?.();
    // Typing keeps its space, but no button is pressed by it.
    if (!typing(target)) event.preventDefault();
  } else if ((x || y) && target.matches(".hit")) {
    // The nearest in that direction; what lies aside counts double.
    const far = (el) => {
      const [dx, dy] = [el.offsetLeft - target.offsetLeft, el.offsetTop - target.offsetTop];
      const ahead = dx * x + dy * y;
      return el.offsetParent && ahead > 4 && ahead + 2 * Math.abs(dx * y + dy * x);
    };
    const [next] = $$(".hit:enabled")
      .filter(far)
      .sort((a, b) => far(a) - far(b));
    next?.focus();
    event.preventDefault();
  }
});

on("visibilitychange", restart);
addEventListener("online", restart);
listen();
