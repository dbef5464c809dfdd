// Makes the table of calls live. Without it the page has the calls of the moment at which it was loaded.
"use strict";
(() => {
  const table = document.getElementById("calls");
  if (!table) {
    // Another page of the inspector: what was set for the network holds as long as one is open.
    const up = location.pathname.includes("/calls/") ? "../" : "";
    setInterval(() => fetch(up + "calls.json?since=9007199254740991").catch(() => {}), 3000);
    return;
  }
  const body = table.tBodies[0];
  const state = document.getElementById("state");
  const filter = document.getElementById("filter");
  const pause = document.getElementById("pause");
  const rows = new Map();
  const limit = 2000;
  let version = Number(state.dataset.version), selected = null, isPaused = false, removed = 0;
  document.getElementById("tools").hidden = false;
  for (const row of body.rows) rows.set(Number(row.dataset.id), row);

  const duration = (s) => s == null ? "…" : s < 1 ? Math.round(s * 10000) / 10 + " ms" : Math.round(s * 100) / 100 + " s";
  const bytes = (n) => n == null ? "–" : n < 1e4 ? n + " B" : n < 1e7 ? Math.floor(n / 1e3) + " kB" : Math.floor(n / 1e6) + " MB";

  const query = (url) => url.includes("?") ? url.slice(url.indexOf("?")) : "";
  const shortened = (text) => text.length > 200 ? text.slice(0, 200) + "…" : text;

  function fill(row, call) {
    row.className = call.end || "running";
    const items = document.createElement("span");
    items.className = "query";
    items.textContent = shortened(query(call.url));
    row.cells[3].replaceChildren(call.template, items);
    const texts = [null, call.client, call.method, null, call.status ?? (call.end ? "–" : "…"), call.source,
      duration(call.duration), bytes(call.bytes)];
    texts.forEach((text, index) => { if (text !== null) row.cells[index].textContent = text; });
  }

  function add(call) {
    const row = body.insertRow(0);
    row.dataset.id = call.id;
    for (let index = 0; index < 8; index++) row.insertCell();
    const link = document.createElement("a");
    link.href = "calls/" + call.id;
    link.textContent = call.id;
    row.cells[0].append(link);
    row.cells[3].className = "path";
    row.cells[6].className = row.cells[7].className = "number";
    rows.set(call.id, row);
    return row;
  }

  const matches = (row) => filter.value.toLowerCase().split(/\s+/).every((word) => row.textContent.toLowerCase().includes(word));

  function show() {
    let shown = 0;
    for (const row of rows.values()) {
      row.hidden = !matches(row);
      if (!row.hidden) shown++;
    }
    const all = rows.size === shown ? shown + " calls" : shown + " of " + rows.size + " calls";
    state.textContent = all + (removed ? ", " + removed + " older ones are not shown" : "") + (isPaused ? ", paused" : "");
  }

  async function read() {
    try {
      const response = await fetch("calls.json?since=" + version);
      if (!response.ok) throw new Error();
      const changes = await response.json();
      version = changes.version;
      removed = changes.removed;
      for (const call of changes.calls) fill(rows.get(call.id) || add(call), call);
      for (const [id, row] of rows) {
        if (id >= changes.first && rows.size <= limit) break;
        if (row === selected) select(null);
        row.remove();
        rows.delete(id);
      }
      if (changes.calls.length) show();
    } catch {
      state.textContent = "The program does not respond any more.";
    }
  }

  function select(row) {
    selected?.removeAttribute("aria-selected");
    selected = row;
    if (!row) return;
    row.setAttribute("aria-selected", "true");
    row.querySelector("a").focus();
  }

  function move(step) {
    const shown = [...body.rows].filter((row) => !row.hidden);
    const next = shown[Math.min(shown.length - 1, Math.max(0, shown.indexOf(selected) + step))];
    if (next) select(next);
  }

  function toggle() {
    isPaused = !isPaused;
    pause.setAttribute("aria-pressed", isPaused);
    show();
  }

  filter.addEventListener("input", show);
  pause.addEventListener("click", toggle);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input, textarea, select")) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    const action = { j: () => move(1), k: () => move(-1), p: toggle, "/": () => filter.focus() }[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  // While it is paused, the server still hears of the page, so that what was set for the network holds.
  setInterval(() => isPaused ? fetch("calls.json?since=" + Number.MAX_SAFE_INTEGER).catch(() => {}) : read(), 500);
})();
