// Improves pages that also work without it: sends answers and shows changes without loading the whole page, and
// animates boards. It contains no rules of the games.

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const main = () => $("#main");
const revision = (el = main()) => Number(el.dataset.revision);
const byKey = (key, root = main()) => $(`[data-key="${CSS.escape(key)}"]`, root);
const typing = (el) => el.matches("input[type=text], textarea");
const lost = () => $("#live.notice");

// Announces text to screen readers. As a `notice` of a lost connection it is visible, too.
function say(text, look = "hidden-visually") {
  const live = $("#live");
  live.className = look;
  // Screen readers don't read an unchanged text again, so a no-break space makes it different.
  if (text) live.textContent = live.textContent === text ? text + "\u00a0" : text;
}

// ---- Fetching and listening ----

async function load(from, sent) {
  const method = sent ? "POST" : "GET";
  const ask = new URL(from, location.href);
  // Ask a table to include the animation from the page on screen to the new one in its response.
  if (ask.pathname.startsWith(main().dataset.table ?? " ")) {
    (sent ?? ask.searchParams).set("picture", picture());
    if (!sent) ask.searchParams.set("from", revision());
  }
  const answer = await fetch(ask, { method, body: sent, signal: AbortSignal.timeout(20000) });
  const doc = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = $("#main", doc);
  const { table } = fresh.dataset;
  // The response to a post has no address from which it could be reloaded.
  const url = new URL(answer.redirected ? answer.url : sent ? (table ?? "") : from, location.href);
  return { doc, fresh, html: fresh.outerHTML, table, url, ok: answer.ok, sent };
}

const board = () => $$("[data-board] > svg").find((svg) => svg.getClientRects().length);

// The picture to animate; none if animation is off.
function picture() {
  const still = main().dataset.speed === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (still || !board()) return "";
  return (board().matches(".narrow") ? "narrow" : "wide") + (board().closest("[data-turned]") ? "-turned" : "");
}

// Pages are shown one after the other, so that two of them never overlap.
let line = Promise.resolve();
const inLine = (page) => (line = line.catch(() => {}).then(() => show(page)));

// The newest announced revision that isn't fetched yet. A change outside the game (advice) counts as half a revision,
// so that it is newer than the page at the same revision.
let wanted = 0;
let fetching = false;
const sending = new Set();

async function catchUp() {
  if (fetching || sending.size) return;
  fetching = true;
  try {
    while (wanted > revision() && !sending.size) {
      const [due, here] = [wanted, place()];
      wanted = 0;
      const page = await load(location.href);
      if (here !== place()) {
        // Meanwhile another state of the table was chosen.
        wanted = Math.max(wanted, due);
        continue;
      }
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
  // Connections are few, so hidden pages give theirs up, unless a friend waits for this player.
  if (!table || (document.hidden && !("follow" in main().dataset))) return;
  // The first event says whether this page has missed something.
  const query = new URLSearchParams({ extra_changes: main().dataset.extra_changes });
  const until = new URLSearchParams(location.search).get("until");
  if (until) query.set("until", until);
  if (document.hidden) query.set("away", "1");
  const url = `${table}/events?${query}`;
  stream = Object.assign(new EventSource(url), { table, onerror: () => tryLater() });
  for (const name of ["table", "extra"]) {
    stream.addEventListener(name, ({ data }) => {
      wanted = Math.max(wanted, Number(data) + (name === "extra" ? 0.5 : 0));
      catchUp();
    });
  }
  stream.addEventListener("reviewed", ({ data }) => {
    const [answered, all] = data.split(" ");
    for (const bar of $$("progress[data-review]")) Object.assign(bar, { max: all, value: answered });
    for (const count of $$("[data-reviewed]")) count.textContent = answered;
  });
  stream.addEventListener("presence", ({ data }) => {
    const words = data.split(" ");
    for (const mark of $$("[data-presence]")) {
      const word = words[mark.dataset.presence];
      if (mark.dataset.is !== word) say(`${mark.nextSibling.data.trim()}: ${word}`);
      mark.dataset.is = mark.ariaLabel = word;
    }
    for (const count of $$("[data-watching]")) {
      count.hidden = words[2] === "0";
      count.lastChild.textContent = words[2];
    }
  });
  stream.addEventListener("phrases", ({ data }) => showPhrases(JSON.parse(data)));
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
  // Behind a proxy, a single disconnection is normal, so only the next one is announced.
  const worth = sent || (failures && !lost());
  if (worth) say("No connection to the server. This page keeps trying.", "notice");
  failures++;
}

// ---- Showing a page ----

// The last page from the server. An identical page needs no swap.
let html = main().outerHTML;
// The address of the page on screen, without its fragment.
const place = () => location.pathname + location.search;
let shown = place();
// The control that had the focus, remembered even while it is gone during the other player's turn.
let key;

async function show(page) {
  const newer = revision(page.fresh) - revision();
  if (page.table && newer < 0) {
    if (!page.step) return;
    // A chosen state that is already outdated is loaded again.
    history.replaceState(null, "", page.url);
    shown = place();
    wanted = Math.max(wanted, revision() + 0.5);
    return;
  }
  if (page.table && newer) await animate(page);
  if (page.sent || page.html !== html) {
    await tap;
    swap(page);
  }
}

function swap({ doc, fresh, sent, ok, step, ...page }) {
  const old = main();
  const before = { ...old.dataset };
  const log = $(".log-box", old);
  // The box scrolls from its end. Restoring the position relative to the top keeps new lines from moving the text being
  // read.
  const read = log?.scrollTop && log.scrollTop + log.scrollHeight;
  const scrolled = ["view", "side"].map((key) => [key, byKey(key, old)?.scrollTop ?? 0]);
  const chosen = picked($(".hits", old) ?? old);
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
    // Prefer the same control, then one of the same kind, then the question if it is for this browser.
    const kind = $$(`[data-key^="${CSS.escape(key.split(":")[0])}:"]`);
    const ask = main().dataset.wait === "1" || key === "typed" ? [] : $$("#ask");
    for (const el of [byKey(key), ...kind, ...ask]) {
      if (document.activeElement === document.body) el?.focus({ preventScroll: true });
    }
  }

  html = page.html;
  document.body.className = doc.body.className;
  for (const [key, top] of scrolled) byKey(key) && (byKey(key).scrollTop = top);
  const hits = $(".hits[data-answers]");
  if (hits && chosen.length && !picked(hits).length && Number(before.revision) === revision() && fitting(hits, chosen).length) {
    choose(hits, chosen);
  }
  // Each step of an analysis is a history entry; a table has only its latest page.
  if (step && !page.table && page.url.href !== location.href) history.pushState(null, "", page.url);
  else history.replaceState(null, "", page.url);
  shown = place();
  const isNew = isTurn(doc.title) && !isTurn(document.title);
  document.title = doc.title;
  if (isNew) announceTurn();
  $("link[rel=icon]")?.replaceWith($("link[rel=icon]", doc) ?? "");
  const box = $(".log-box");
  if (box && read) box.scrollTop = read - box.scrollHeight;
  settle();

  const words = main().dataset.say;
  const told = $$("li[data-revision]").filter((li) => revision(li) > before.revision);
  const news = told.map((li) => li.innerText.replace(/\s+/g, " "));
  if (!ok || (!news.length && (sent || words !== before.say))) news.unshift(words);
  if (lost()) news.unshift("The connection is back.");
  say(news.join(" "));
  listen();
}

// Scrolls lists and graphs to their current entry, and names the button that plays a replay.
function settle() {
  for (const box of $$("[data-scroll]")) {
    const here = $("[aria-current]", box)?.getBoundingClientRect();
    const { left, top, width, height } = box.getBoundingClientRect();
    if (here) box.scrollBy(here.left + here.width / 2 - left - width / 2, here.top + here.height / 2 - top - height / 2);
  }
  for (const button of $$("[data-autoplay]")) button.textContent = ticking ? "Pause" : "Play";
}

const path = (el, root) => (el === root ? "" : path(el.parentNode, root) + " " + el.localName);

// Makes `old` equal to `fresh` but never removes `kept` from the page, so that it keeps the focus, typed text, the drag
// of a slider and a phone's keyboard.
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

// ---- The player's turn ----

const isTurn = (title) => title.startsWith("* ");
let notice;

function announceTurn() {
  sound("turn");
  if (!document.hidden || globalThis.Notification?.permission !== "granted") return;
  try {
    notice = new Notification(document.title.slice(2), { body: main().dataset.say, tag: "parlor" });
    notice.onclick = () => focus();
  } catch {
    // Some phones allow notifications only from a service worker. The title and the icon show the turn as well.
  }
}

// Visible until the browser has allowed or refused notifications.
function showNoticeButton() {
  document.documentElement.classList.toggle("notices", globalThis.Notification?.permission === "default");
}

// ---- Preset phrases ----

function showPhrases(phrases) {
  for (const el of $$("[data-phrase]")) {
    const words = phrases[el.dataset.phrase];
    if (words && words !== el.textContent) say(`${el.dataset.name}: ${words}`);
    el.textContent = words;
  }
}

// The list of phrases closes when one of them is chosen.
function closePhrases(list) {
  list.open = false;
  $("summary", list).focus();
}

// ---- Sounds, made of short tones ----

const TONES = {
  dice: [[0, 190], [0.09, 240], [0.2, 170], [0.34, 210]],
  move: [[0, 330]],
  capture: [[0, 220], [0.07, 150]],
  turn: [[0, 660], [0.16, 880]],
};
let audio;

function sound(kind) {
  if (!audio || !("sounds" in main().dataset)) return;
  for (const [after, frequency] of TONES[kind]) {
    const at = audio.currentTime + after;
    const tone = new OscillatorNode(audio, { type: "triangle", frequency });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0.2, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.14);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.15);
  }
}

// The sound of one step of an animation.
function soundOf(parts) {
  const has = (effect, id = "") => parts.some((part) => part.effect === effect && part.id.startsWith(id));
  if (has("roll")) sound("dice");
  else if (has("fade", "point-")) sound("capture");
  else if (has("slide") || has("flip")) sound("move");
}

// ---- Animation ----

let stop; // ends the animation that is playing

async function animate(page) {
  const pace = { slow: 2, normal: 1, fast: 0.4 }[main().dataset.speed];
  const film = $("#film", page.doc);
  const svg = board();
  // Nothing is drawn in a hidden page, so an animation would never end there.
  if (!film || !pace || !svg || document.hidden || (sending.size && !page.sent)) return;
  document.body.classList.add("moving");
  // The computer has finished thinking.
  const thinking = main().dataset.wait === "1" && $(".seat.now .what");
  if (thinking) thinking.textContent = "\u25b6";
  try {
    await play(JSON.parse(film.textContent).frames, svg, pace);
  } catch {
    // The animation was stopped.
  }
  stop = null;
  document.body.classList.remove("moving");
}

async function play(frames, svg, pace) {
  const stopped = new Promise((_, fail) => (stop = fail));
  // Counted from the start, so that the delays of a slow device don't add up.
  let due = performance.now();
  const wait = (ms) => {
    due += ms * pace;
    return Promise.race([stopped, new Promise((done) => setTimeout(done, due - performance.now()))]);
  };
  const sent = {};
  let running = [];
  for (const { ms, parts, hand, caption, points } of frames) {
    if (caption) $("[data-caption]")?.replaceChildren(caption);
    // The seeds change once the hand has arrived.
    const first = parts.filter(({ id }) => !hand || id === "hand");
    const change = (part) => {
      const [start, end] = part.keep ?? [0, 0];
      const before = sent[part.id] ?? "";
      sent[part.id] = before.slice(0, start) + part.svg + before.slice(before.length - end);
      return replace($(`[data-part="${part.id}"]`, svg), { ...part, svg: sent[part.id] }, ms, pace);
    };
    soundOf(parts);
    running = first.map(change);
    await wait(ms);
    running.push(...parts.filter((part) => !first.includes(part)).map(change));
    const scores = $$(".seat .points");
    points?.forEach((number, at) => (scores[at].firstChild.data = `${number}`.replace("-", "\u2212")));
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
  // Each die also spins, in addition to its position and angle.
  const transform = ["rotate(-400deg)", "rotate(12deg)", "rotate(0deg)"];
  for (const die of effect === "roll" ? part.children : []) {
    die.animate({ transform }, { ...timing, composite: "add" });
  }
  if (come) await part.animate(come, timing).finished;
}

// ---- Choosing on the board ----

// The page contains every answer with its places, and the form has the chosen places as fields. Marks the places that
// can be added to the chosen ones.
const fields = (form) => $$("[name=pick]", form);
const picked = (form) => fields(form).map((el) => el.value);
const answers = (form) => (form.dataset.answers ?? "").split("\n").map((line) => line.split(";"));
const inOrder = (form) => "inOrder" in form.dataset;

// The answers, with their places, that begin with these places.
function fitting(form, picks) {
  const begins = (spots) => picks.every((spot, at) => (inOrder(form) ? spots[at] === spot : spots.includes(spot)));
  return answers(form).filter(([, ...spots]) => begins(spots));
}

const complete = (form, picks) => fitting(form, picks).find((line) => line.length === picks.length + 1);

function choose(form, picks) {
  for (const el of fields(form)) el.remove();
  for (const value of picks) form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "pick", value }));
  const next = ([, ...spots]) => (inOrder(form) ? [spots[0], spots[picks.length]] : spots);
  const open = new Set([...picks, ...fitting(form, picks).flatMap(next), ...(inOrder(form) ? answers(form).map(([, first]) => first) : [])]);
  for (const hit of $$(".hit", form)) {
    hit.hidden = !open.has(hit.value);
    hit.ariaPressed = picks.includes(hit.value) ? "true" : null;
  }
  const whole = complete(form, picks);
  const play = byKey("play");
  if (play) {
    play.dataset.label ??= play.textContent;
    play.value = whole?.[0] ?? "";
    play.disabled = !whole;
    play.textContent = (whole && byKey(`answer:${whole[0]}`)?.firstChild.textContent.trim()) || "Play";
  }
  return whole;
}

// Returns true if a press on the board was handled here.
function press(hit) {
  const form = hit.form;
  if (!form.dataset.answers) return false;
  const [before, spot] = [picked(form), hit.value];
  const again = before.includes(spot);
  let picks = again ? before.filter((one) => one !== spot) : [...before, spot];
  // A choice that couldn't be sent is sent again.
  if (again && inOrder(form)) picks = complete(form, before) ? before : [];
  if (!fitting(form, picks).length) picks = [spot];
  const whole = choose(form, picks);
  if (!whole || !inOrder(form)) {
    // Kept across a reload.
    const { table } = main().dataset;
    if (table) history.replaceState(null, "", `${table}?at=${revision()}&pick=${picks.join()}`);
    shown = place();
    return true;
  }
  const body = new FormData(form);
  body.delete("pick");
  body.set("answer", whole[0]);
  send(form, body);
  return true;
}

// ---- User input ----

const on = (name, run) => document.addEventListener(name, run, true);
let asked = 0;
let slide;

on("submit", (event) => {
  const { target: form, submitter } = event;
  const url = new URL(form.action);
  // The browser itself handles uploads and forms that lead to another page.
  if (!form.matches("[data-swap]:not([enctype^=multipart])")) return;
  if (form.method !== "post" && url.pathname !== location.pathname) return;
  event.preventDefault();
  if (submitter?.matches(".hit") && press(submitter)) return;
  if (submitter?.matches(".phrases *")) closePhrases(submitter.closest("details"));
  send(form, new FormData(form, submitter), submitter);
});

async function send(form, data, submitter = form) {
  const post = form.method === "post";
  const url = new URL(form.action);
  const sent = new URLSearchParams(data);
  stop?.();
  if (sending.has(url.href)) return;
  const disable = (on) => post && $$("button", form).forEach((el) => (el.ariaDisabled = on));
  const mine = ++asked;
  if (post) sending.add(url.href);
  else url.search = sent;
  disable("true");
  try {
    const page = await load(url, post ? sent : undefined);
    // Another page has its own head and pictures, so load it normally.
    if (page.url.pathname !== location.pathname) location.assign(page.url);
    // A slider has no submitter, and makes too many steps to record each in the history.
    else if (post || mine === asked) await inLine({ ...page, step: !post && submitter });
  } catch {
    disable(null);
    return tryLater(true);
  } finally {
    sending.delete(url.href);
  }
  catchUp();
}

// This event also fires when only the fragment changes.
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
  const form = target.form;
  if (target.type === "radio" && form?.matches(".dice") && form.checkValidity()) form.requestSubmit();
  if (!target.matches("[data-swap] [type=range]")) return;
  clearTimeout(slide);
  slide = setTimeout(() => target.form?.requestSubmit(), 120);
});

// ---- Sharing a link ----

if (navigator.share) document.documentElement.classList.add("shares");

on("click", async ({ target }) => {
  const button = target.closest("[data-copy], [data-share]");
  if (!button) return;
  const { copy, share, words } = button.dataset;
  const input = byKey(copy ?? share);
  // A user who changes their mind isn't an error.
  if (share) return navigator.share({ text: words, url: input.value }).catch(() => {});
  input.select();
  // Over plain http from another machine, browsers have no clipboard.
  const done = await (navigator.clipboard?.writeText(input.value).then(() => true, () => false));
  const copied = done || document.execCommand("copy");
  button.textContent = copied ? "Copied" : "Press Ctrl+C";
  say(copied ? "The link is copied." : "The link is selected. Press Ctrl+C to copy it.");
});

// Links to another state of the page on screen.
on("click", (event) => {
  const link = event.target.closest("a[data-swap]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const url = new URL(link.href);
  send({ action: url.origin + url.pathname }, url.searchParams, link);
});

on("click", async ({ target }) => {
  if (!target.closest("[data-notify]")) return;
  await Notification.requestPermission();
  showNoticeButton();
});
showNoticeButton();

// Browsers allow sounds only after a click or a key.
const hear = () => "sounds" in main().dataset && (audio ??= new AudioContext());
on("pointerdown", hear);
on("keydown", hear);

// During an animation, a click on the board skips to its end. The click event after a drag is ignored.
on("click", (event) => {
  const skips = stop && event.target.closest("[data-board], [data-skip]");
  if (!skips && !(dragged && event.target.closest(".hit"))) return;
  event.preventDefault();
  dragged = false;
  if (skips) stop();
});

// A tap needs the same element until its click, so the page isn't swapped before.
let tap;
let tapped = () => {};
on("pointerdown", () => (tap = new Promise((done) => setTimeout((tapped = done), 1000))));
on("pointerup", () => setTimeout(tapped, 400));
on("pointercancel", () => tapped());
on("click", () => setTimeout(tapped));

// A piece can be dragged: dropping it on a place presses that place.
let drag;
let dragged = false;

on("pointerdown", ({ target, button, clientX, clientY, pointerId }) => {
  const hit = target.closest(".kono .hit:not([aria-pressed])");
  const form = hit?.form;
  dragged = false;
  if (!form || button || stop || !answers(form).some(([, first]) => first === hit.value)) return;
  // By default, the piece would capture the pointer of a finger, and no other element would get its events.
  if (hit.hasPointerCapture(pointerId)) hit.releasePointerCapture(pointerId);
  const part = $$(`[data-part="${hit.value.replaceAll(" ", "-")}"]`).find((part) => part.getClientRects().length);
  drag = { form, hit, part, x: clientX, y: clientY };
});

on("pointermove", ({ clientX, clientY }) => {
  if (!drag) return;
  const [dx, dy] = [clientX - drag.x, clientY - drag.y];
  if (!dragged && Math.hypot(dx, dy) < 6) return;
  if (!dragged) {
    choose(drag.form, [drag.hit.value]);
    drag.part.parentNode.append(drag.part);
  }
  dragged = true;
  const { a } = drag.part.parentNode.getScreenCTM();
  drag.part.style.transform = `translate(${dx / a}px, ${dy / a}px)`;
});

function letGo({ clientX, clientY, type }) {
  if (!drag) return;
  const { form, hit, part } = drag;
  drag = null;
  if (!dragged) return;
  part.style.transform = "";
  const over = type === "pointerup" && document.elementFromPoint(clientX, clientY)?.closest(".hit");
  if (over && over !== hit && fitting(form, [hit.value, over.value]).length) press(over);
  else choose(form, []);
}
on("pointerup", letGo);
on("pointercancel", letGo);

on("keydown", (event) => {
  const { key: name, target, repeat } = event;
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const x = (name === "ArrowRight") - (name === "ArrowLeft");
  const y = (name === "ArrowDown") - (name === "ArrowUp");
  if (name === " " && (stop || repeat)) {
    stop?.();
    // A typed space is kept, but a space must not press a button.
    if (!typing(target)) event.preventDefault();
  } else if ((x || y) && target.matches(".dot-link")) {
    const dots = $$(".dot-link");
    dots[dots.indexOf(target) + x + y]?.focus();
    event.preventDefault();
  } else if (arrow(STEPS[name]) && !typing(target) && !target.matches(".hit, select, [type=radio], [type=range]")) {
    arrow(STEPS[name]).click();
    event.preventDefault();
  } else if (name === "Escape" && $(".hits [name=pick]")) {
    choose($(".hits"), []);
  } else if ((x || y) && target.matches(".hit")) {
    // The nearest control in that direction; a sideways distance counts double.
    const far = (el) => {
      const [dx, dy] = [el.offsetLeft - target.offsetLeft, el.offsetTop - target.offsetTop];
      const ahead = dx * x + dy * y;
      return el.offsetParent && ahead > 4 && ahead + 2 * Math.abs(dx * y + dy * x);
    };
    const [next] = $$(".hit")
      .filter(far)
      .sort((a, b) => far(a) - far(b));
    next?.focus();
    event.preventDefault();
  }
});

// ---- Replays ----

const STEPS = { ArrowLeft: "Back", ArrowRight: "Next", Home: "First", End: "Last" };
const arrow = (name) => $(`[data-arrow="${name}"]`);
let ticking;

// Follows links to the next step, until the last.
function tick() {
  clearTimeout(ticking);
  ticking = null;
  if (!arrow("Next")) return settle();
  const pace = { slow: 2, fast: 0.5 }[main().dataset.speed] ?? 1;
  ticking = setTimeout(async () => {
    arrow("Next")?.click();
    await line.catch(() => {});
    if (ticking) tick();
  }, 1200 * pace);
  settle();
}

on("click", ({ target, isTrusted }) => {
  // Any other click by the user stops it.
  const starts = target.closest("[data-autoplay]") && !ticking;
  if (!isTrusted || !(ticking || starts)) return;
  clearTimeout(ticking);
  ticking = null;
  if (starts) tick();
  else settle();
});

on("visibilitychange", () => {
  if (!document.hidden) notice?.close();
  restart();
});
addEventListener("online", restart);
addEventListener("offline", () => main().dataset.table && tryLater(true));
// Firefox reports an error if a stream is still open when its page is left.
addEventListener("pagehide", hangUp);
addEventListener("pageshow", listen);
listen();
settle();
