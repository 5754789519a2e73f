// Asks for the page anew each second, and shows what has changed; without it the browser loads the page again.
const address = document.body.dataset.address;
let turn = 0;
let timer;

function show(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html");
  for (const id of ["announcement", "content"]) {
    const [from, to] = [fresh.getElementById(id), document.getElementById(id)];
    if (!from || from.innerHTML === to.innerHTML) continue;
    const focused = document.activeElement?.id;
    to.innerHTML = from.innerHTML;
    if (focused) document.getElementById(focused)?.focus();
  }
  document.title = fresh.title;
}

function end() {
  clearTimeout(timer);
  const text = "This page has ended. “ba page” opens a new one.";
  document.getElementById("announcement").textContent = text;
  const note = document.createElement("p");
  note.className = "problem";
  note.textContent = text;
  document.getElementById("content").replaceChildren(note);
}

async function ask(where, options) {
  clearTimeout(timer);
  turn += 1;
  const mine = turn;
  try {
    const response = await fetch(where, options);
    const text = await response.text();
    // What was asked later is newer.
    if (mine !== turn) return;
    if (response.status === 404) return end();
    show(text);
  } catch {
    if (mine === turn) end();
    return;
  }
  if (mine !== turn) return;
  // What went wrong is to be read.
  const pause = document.querySelector(".problem") ? 8000 : document.hidden ? 30000 : 1000;
  timer = setTimeout(() => ask(address), pause);
}

document.addEventListener("submit", (event) => {
  event.preventDefault();
  ask(event.target.action, { method: "POST" });
});
document.addEventListener("visibilitychange", () => { if (!document.hidden) ask(address); });
timer = setTimeout(() => ask(address), 1000);
