// The local room around the channel: whom one speaks as, who sits at the table, who is typing, messages that leave the composer at once, and a view
// that keeps up with the talk. The channel itself, its composer and its commands are the simulator's page.

const SECRET = location.hash.slice(1);
const COLOURS = ["#5865f2", "#3ba55d", "#d9822b", "#c4498b", "#2f8fa8", "#8a63d2"]; // the faces that page.py draws
const GIVE_UP_MS = 8000;
const WARNING_MS = 8000;
const TYPING_MS = 8000; // Discord's client repeats a typing notice about that often
const NEAR_PX = 80;

const picker = document.getElementById("viewer-picker");
const composer = document.getElementById("channel-composer");
const page = () => window.simcordPreview;

function element(tag, className, text = "") {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

const side = element("aside", "room-side");
const people = element("div", "room-people");
const table = element("div", "room-people room-table");
const channel = element("div", "room-channel");
channel.append(element("span", "", "#"), "lounge");
side.append(
  element("div", "room-guild", "Greenroom"), channel, element("h2", "", "Speak as"), people,
  element("h2", "", "At the table"), table,
  element("p", "room-note", "A local room on a simulated Discord. It lives on this machine, until you stop it."),
);
document.getElementById("preview-stage").before(side);
document.getElementById("channel-empty").textContent =
  "Welcome to #lounge\nSay something below, to all at the table or to one by name. Type / to see the commands.";

const below = element("div", "room-below");
const typing = element("div", "room-typing");
typing.hidden = true;
const dots = element("span", "room-dots");
dots.append(element("b", ""), element("b", ""), element("b", ""));
const typist = element("span", "");
typing.append(dots, typist);
const trouble = element("span", "room-trouble");
trouble.setAttribute("role", "status");
below.append(typing, trouble);
composer.after(below);

function showPeople() {
  const names = [...picker.options].map((option) => option.textContent.trim());
  if (people.dataset.shown !== names.join("\n")) {
    people.dataset.shown = names.join("\n");
    people.replaceChildren(...names.map((name, index) => {
      const button = element("button", "", name);
      const face = element("i", "", name.slice(0, 1).toUpperCase());
      face.style.background = COLOURS[index % COLOURS.length];
      button.type = "button";
      button.title = `Speak as ${name}`;
      button.prepend(face);
      button.addEventListener("click", () => speakAs(index));
      return button;
    }));
  }
  [...people.children].forEach((button, index) => button.setAttribute("aria-pressed", String(index === picker.selectedIndex)));
}

function speakAs(index) {
  if (index === picker.selectedIndex) return input()?.focus();
  picker.selectedIndex = index;
  keepTyping(picker.value, input()?.value ?? "");
  picker.dispatchEvent(new Event("change", { bubbles: true }));
  showPeople();
}

// The simulator empties and hides its composer until it shows another person's view: what is typed meanwhile is kept.
function keepTyping(viewer, text) {
  const typed = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Backspace") text = text.slice(0, -1);
    else if (event.key.length === 1) text += event.key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const since = Date.now();
  const look = setInterval(() => {
    const shown = page()?.viewerId === viewer && !composer.hidden && input();
    if (!shown && Date.now() - since < GIVE_UP_MS) return;
    clearInterval(look);
    document.removeEventListener("keydown", typed, true);
    if (!shown) return;
    write(text);
    input().focus();
  }, 30);
  document.addEventListener("keydown", typed, true);
}

// Who sits at the table: a click begins a message to them.

const faces = new Map();

function showTable(seated) {
  const shown = JSON.stringify(seated);
  if (table.dataset.shown === shown) return;
  table.dataset.shown = shown;
  table.replaceChildren(...seated.map(({ persona, name, muted }) => {
    const button = element("button", muted ? "room-muted" : "", name);
    const face = element("i", "", name.slice(0, 1).toUpperCase());
    button.type = "button";
    button.title = muted ? `${name} listens, and does not speak` : `Speak to ${name}`;
    button.prepend(face);
    button.addEventListener("click", () => speakTo(name));
    showFace(persona, face);
    return button;
  }));
}

async function showFace(persona, face) {
  if (!faces.has(persona)) {
    const answer = await ask(`/room/face?persona=${encodeURIComponent(persona)}`).catch(() => null);
    if (!answer?.ok) return;
    faces.set(persona, URL.createObjectURL(await answer.blob()));
  }
  face.textContent = "";
  face.style.backgroundImage = `url(${faces.get(persona)})`;
}

function speakTo(name) {
  if (!input() || input().dataset.commandMode === "true") return;
  if (!input().value) write(`${name}, `);
  input().focus();
}

function ask(path, wish) {
  return fetch(path, {
    method: wish ? "POST" : "GET", cache: "no-store", body: wish && JSON.stringify(wish),
    headers: { "X-Simcord-Capability": SECRET, ...(wish && { "Content-Type": "application/json" }) },
  });
}

/** The page can take an action now: the one before is done, and what it changed has been shown. */
function free() {
  const { pendingAction, awaitingRevision, publishedRevision } = page();
  return !pendingAction && (awaitingRevision === null || awaitingRevision <= publishedRevision);
}

// A plain message is sent by ourselves, so that the next one can be typed at once. Commands, replies and edits stay with
// the page; if it is not free yet they wait here for their turn.

const reply = document.getElementById("reply-context");
const input = () => composer.querySelector("textarea");
let said = Promise.resolve();
let waiting = false;

composer.addEventListener("submit", (event) => {
  const text = input()?.value ?? "";
  const plain = input() && input().dataset.commandMode !== "true" && reply.hidden && !text.startsWith("/");
  if (plain || !free()) {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!plain) return void submitWhenFree();
    if (text.trim()) said = said.then(() => say(text, picker.value));
    write("");
  }
}, true);

function write(text) {
  input().value = text;
  input().dispatchEvent(new Event("input", { bubbles: true }));
}

async function say(text, person) {
  follow = true;
  const answer = await ask("/room/say", { person, text }).catch(() => null);
  if (answer?.ok) return;
  if (input() && !input().value) write(text);
  warn("That did not get through. Press Enter to send it again.");
}

function submitWhenFree() {
  if (waiting) return;
  waiting = true;
  const since = Date.now();
  const timer = setInterval(() => {
    const late = Date.now() - since > GIVE_UP_MS;
    if (!free() && !late) return;
    clearInterval(timer);
    waiting = false;
    if (!late) composer.requestSubmit();
  }, 50);
}

let typedAt = 0;
composer.addEventListener("input", () => {
  if (!input()?.value || input().value.startsWith("/") || Date.now() - typedAt < TYPING_MS) return;
  typedAt = Date.now();
  ask("/room/typing", { person: picker.value }).catch(() => { typedAt = 0; });
});

// The view keeps up with the newest line unless somebody has scrolled away from it.

const timeline = document.getElementById("channel-timeline");
let follow = true;
let touchedAt = 0;
for (const kind of ["wheel", "touchmove", "pointerdown", "keydown"]) {
  timeline.addEventListener(kind, () => { touchedAt = Date.now(); }, { passive: true });
}
timeline.addEventListener("scroll", () => {
  if (Date.now() - touchedAt < 1000) follow = hiddenBelow() < NEAR_PX;
  else if (hiddenBelow() > 1) keepUp(); // the page keeps its place when a line comes; we go on to the line
}, { passive: true });

function hiddenBelow() {
  return timeline.scrollHeight - timeline.scrollTop - timeline.clientHeight;
}

function keepUp() {
  if (!follow) return;
  if (!document.getElementById("history-newer").hidden && free()) document.getElementById("new-messages").click();
  timeline.scrollTop = timeline.scrollHeight;
}
new ResizeObserver(keepUp).observe(document.getElementById("channel-message-list"));

// The apps of a message: a right click on it, or the button among the others that appear over it.

let apps = [];
const menu = element("div", "room-menu");
menu.setAttribute("role", "menu");
menu.hidden = true;
document.body.append(menu);

function openMenu(message, x, y) {
  menu.replaceChildren(element("h2", "", "Apps"), ...apps.map((name) => {
    const item = element("button", "", name);
    item.type = "button";
    item.setAttribute("role", "menuitem");
    item.addEventListener("click", () => useMenu(name, message));
    return item;
  }));
  menu.hidden = false;
  menu.style.left = `${Math.min(x, innerWidth - menu.offsetWidth - 8)}px`;
  menu.style.top = `${Math.min(y, innerHeight - menu.offsetHeight - 8)}px`;
  menu.querySelector("button").focus();
}

async function useMenu(name, message) {
  menu.hidden = true;
  follow = true;
  const answer = await ask("/room/menu", { person: picker.value, name, message }).catch(() => null);
  if (!answer?.ok) warn(`"${name}" did not get through.`);
}

timeline.addEventListener("contextmenu", (event) => {
  const article = event.target.closest("[data-message-id]");
  if (!article || apps.length === 0) return;
  event.preventDefault();
  openMenu(article.dataset.messageId, event.clientX, event.clientY);
});
timeline.addEventListener("mouseover", (event) => {
  const article = event.target.closest("[data-message-id]");
  const buttons = article?.querySelector(".message-action-button")?.parentElement;
  if (!buttons || apps.length === 0 || buttons.querySelector(".room-apps")) return;
  const more = element("button", "message-action-button room-apps", "⋯");
  more.type = "button";
  more.title = "Apps";
  more.setAttribute("aria-label", "Apps");
  more.addEventListener("click", (click) => {
    click.stopPropagation();
    openMenu(article.dataset.messageId, click.clientX - 120, click.clientY + 12);
  });
  buttons.append(more);
});
addEventListener("pointerdown", (event) => { if (!menu.contains(event.target)) menu.hidden = true; });
addEventListener("keydown", (event) => { if (event.key === "Escape") menu.hidden = true; });

let warnedAt = 0;
function warn(words) {
  warnedAt = Date.now();
  trouble.textContent = words;
}

function showTrouble() {
  const { state } = page().transport;
  if (state === "error" || state === "uncertain") warn("The room has stopped. Start it again and open the address that it prints.");
  else if (Date.now() - warnedAt > WARNING_MS) trouble.textContent = "";
}

async function showSigns() {
  const answer = await ask(`/room/signs?person=${encodeURIComponent(picker.value)}`);
  const { typing: names, menus, seated } = answer.ok ? await answer.json() : { typing: [], menus: [], seated: [] };
  apps = menus;
  showTable(seated);
  typing.hidden = names.length === 0;
  typist.textContent = `${names.join(", ")} ${names.length === 1 ? "is" : "are"} typing…`;
}

async function watch() {
  showPeople();
  showTrouble();
  keepUp();
  await showSigns().catch(() => { typing.hidden = true; });
  setTimeout(watch, 700);
}
watch();
