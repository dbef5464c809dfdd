"use strict";
// Keeps a page live: a stream brings its changes, and inputs are sent to the server. Without this script, every link and form works.
(() => {
    // The shared worker runs this file, too.
    if (!self.document) return;
    const { connect, policy } = window.gazette;
    let page = document.body.dataset.page;
    if (!page || !window.EventSource) return;
    let mark = null;

    // Shows the state of the connection in a quiet note.
    const say = (text, link) => {
        if (!text) { if (mark) mark.remove(); mark = null; return; }
        if (!mark) {
            mark = document.createElement("p");
            mark.className = "lost";
            mark.setAttribute("role", "status");
            document.body.append(mark);
        }
        if (mark.firstChild?.nodeValue !== text) mark.textContent = text;
        if (link && !mark.querySelector("a")) {
            const again = document.createElement("a");
            again.href = location.href;
            again.textContent = "Reload";
            mark.append(" ", again);
        }
    };

    // The text fields of a part of the page, without buttons and checkboxes.
    const typed = (parent) => [...parent.querySelectorAll("input[data-input]:not([type=checkbox]), textarea[data-input], select[data-input]")];
    // The value of a field before the user changes it.
    const initial = (it) => it.defaultValue ?? ([...it.options].find((option) => option.defaultSelected) ?? it.options[0])?.value;

    // The name of an unfolded <details> element, by its article, so that it stays unfolded in new HTML.
    const nameOf = (it) => it.closest("article")?.id || it.textContent;

    // When the focused element is gone, focuses the item in its place, or the heading of the page.
    const goOn = (region, place, active) => {
        const items = region.querySelectorAll("article");
        const item = items[Math.min(place, items.length - 1)];
        const next = item?.querySelector(active.dataset.mark ? `[data-mark=${active.dataset.mark}]` : "h2 a, a, button");
        const heading = document.querySelector("h1");
        heading.tabIndex = -1;
        (next || heading).focus({ preventScroll: true });
    };

    // After "Show more" by a key, focuses the first new item as soon as it is there.
    let goal = null;
    const aim = (it) => {
        const isMore = it.dataset.input === "more";
        goal = { isMore, place: isMore ? document.querySelectorAll("main article").length : 0 };
    };
    const reach = (region) => {
        const item = goal && region.querySelector("article") && document.querySelectorAll("main article")[goal.place];
        if (!item) return;
        goal = null;
        item.querySelector("h2 a, a")?.focus();
    };

    // Puts HTML into a region, and keeps the focus and what was typed where those elements are still there.
    const replace = (region, html) => {
        const active = region.contains(document.activeElement) ? document.activeElement : null;
        const place = active ? [...region.querySelectorAll("article")].indexOf(active.closest("article")) : -1;
        const unfolded = [...region.querySelectorAll("details[open]")].map(nameOf);
        const values = new Map(typed(region).filter((it) => it.value !== initial(it)).map((it) => [it.dataset.input, it]));
        const pictures = new Map([...region.querySelectorAll("img")].map((it) => [it.getAttribute("src"), it]));
        region.innerHTML = policy.createHTML(html);
        // Keeps pictures that are loaded or loading, and stops loading those that are no longer shown.
        for (const it of region.querySelectorAll("img")) {
            const old = pictures.get(it.getAttribute("src"));
            if (!old || !pictures.delete(it.getAttribute("src"))) continue;
            it.replaceWith(old);
            it.removeAttribute("src");
        }
        for (const it of pictures.values()) if (!it.complete) it.removeAttribute("src");
        for (const field of typed(region)) {
            const old = values.get(field.dataset.input);
            if (old) field.value = old.value;
        }
        for (const it of region.querySelectorAll("details")) it.open = unfolded.includes(nameOf(it));
        if (!active) return;
        const same = [...region.querySelectorAll(active.tagName)].find((it) => it.dataset.input === active.dataset.input
            && it.id === active.id && it.name === active.name
            && (active.dataset.input ? it.dataset.value === active.dataset.value : it.href === active.href)
            && (active.tagName !== "BUTTON" || it.value === active.value));
        if (!same) return goOn(region, place, active);
        same.focus({ preventScroll: true });
        if (active.selectionStart != null && active.type !== "checkbox") same.setSelectionRange(active.selectionStart, active.selectionEnd);
    };

    // The number of new items precedes the title of the tab.
    let name = document.title;
    const showCount = () => {
        const count = document.querySelector("[data-new]")?.dataset.new;
        document.title = (count ? `(${count}) ` : "") + name;
    };

    const change = (it) => {
        if (it.title) {
            name = it.title + " · Gazette";
            showCount();
            const heading = document.querySelector("h1");
            if (heading) heading.textContent = it.title;
        }
        if (it.link && it.link !== location.pathname + location.search) {
            history.replaceState(history.state, "", it.link + location.hash);
        }
        if (!it.id) return;
        let region = document.getElementById(it.id);
        if (!region) {
            region = document.createElement("div");
            region.className = "region";
            region.id = it.id;
            const before = it.after && document.getElementById(it.after);
            if (before) before.after(region); else document.querySelector("h1").after(region);
        }
        replace(region, it.html);
        reach(region);
        showCount();
        document.dispatchEvent(new CustomEvent("gazette:change", { detail: region }));
    };

    // The server has removed the page: loads its address again and changes the page in place, so that nothing typed is lost.
    let attempts = 0;
    let restoring = null;
    const restore = () => restoring ||= load().finally(() => { restoring = null; });
    const load = async () => {
        try {
            // Not the stored document, whose page is gone, too.
            const response = await fetch(location.href, { cache: "reload" });
            if (!response.ok) throw new Error(response.status);
            const made = new DOMParser().parseFromString(policy.createHTML(await response.text()), "text/html");
            let last = null;
            for (const part of made.querySelectorAll(".region[id]")) {
                const old = document.getElementById(part.id);
                if (!old || (!("fixed" in part.dataset) && old.innerHTML !== part.innerHTML)) {
                    change({ id: part.id, after: last, html: part.innerHTML });
                }
                last = part.id;
            }
            for (const field of typed(made)) known.set(field.dataset.input, field.value);
            page = made.body.dataset.page;
            attempts = 0;
            say("");
            link.attach(page, Number((made.getElementById("version") || made.body).dataset.version));
            send();
            return true;
        } catch {
            say("This page has expired.", ++attempts >= 3);
            setTimeout(restore, Math.min(30000, 500 * 2 ** attempts));
            return false;
        }
    };

    // A click is lost if its element is replaced before the pointer is up: changes wait until then.
    let held;
    window.onpointerdown = () => { held ||= []; };
    window.onpointerup = window.onpointercancel = () => setTimeout(() => { held?.forEach(change); held = null; }, 50);

    const receive = (message) => {
        if (message.changes) held ? held.push(...message.changes) : message.changes.forEach(change);
        else if (message.page) restore();
        else if (message.failures > 0) say("Connection lost.", message.failures >= 3);
        else { say(""); send(); }
    };

    const post = (name, value) => fetch("/live/" + page, {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ name, value }),
    }).then((response) => response.status, () => 0);
    // A process that does not have the page, as after the end of the one that made it, makes it again first.
    const press = async (name, value) => {
        const asked = page;
        let status = await post(name, value);
        if (status === 404 && (page !== asked || await restore())) status = await post(name, value);
        return status === 204;
    };

    // Sends what was typed, one field after the other, the latest value of each; after a failure again when the stream is back.
    // What the old page has received is sent again to one that was made meanwhile.
    const known = new Map();
    const isNew = (it) => it.value !== (known.get(it.dataset.input) ?? initial(it));
    const sendTyped = async () => {
        for (let field; (field = typed(document).find(isNew));) {
            const { value, dataset: { input } } = field;
            const asked = page;
            const status = await post(input, value);
            if (page !== asked) continue;
            if (status === 404) restore();
            // A menu that the page has for another one leads there.
            if (status === 400 && field.matches(".search select")) return field.form.submit();
            if (status !== 204 && status !== 400) break;
            known.set(input, value);
        }
    };
    let sending = null;
    const send = () => sending ||= sendTyped().finally(() => { sending = null; });

    const link = connect(receive);
    // A page that was sent in parts has its version at its end; its notes about loading are no longer needed.
    document.querySelectorAll(".waiting, .region.late").forEach((it) => it.remove());
    link.attach(page, Number((document.getElementById("version") || document.body).dataset.version));
    addEventListener("pagehide", () => { link.detach(); navigator.sendBeacon("/live/" + page + "/leave"); });
    addEventListener("pageshow", (event) => { if (event.persisted) restore(); });
    addEventListener("online", () => link.wake());
    document.addEventListener("visibilitychange", () => document.hidden ? storeCopy() : link.wake());
    send();
    showCount();

    document.addEventListener("input", (event) => {
        const it = event.target;
        if (!it.dataset.input) return;
        if (it.type === "checkbox") press(it.dataset.input, it.checked ? it.value : "");
        else send();
    });
    document.addEventListener("click", (event) => {
        const it = event.target.closest("a[data-input], button[data-input]");
        if (!it || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        // Only a key moves the focus: a pointer does not, nor does a list that gets longer by itself.
        if (event.detail === 0 && ["more", "showNew"].includes(it.dataset.input)) aim(it);
        // What the page does not accept is followed as a plain link.
        press(it.dataset.input, it.value || it.dataset.value || "").then((isTaken) => {
            if (!isTaken && it.href) location.assign(it.href);
        });
    });
    document.addEventListener("submit", (event) => {
        const it = event.target;
        if (!it.dataset.input) return;
        event.preventDefault();
        send().then(() => press(it.dataset.input, "")).then((isTaken) => isTaken || it.submit());
    });
    // A field is validated once it loses the focus, not at its first letter.
    document.addEventListener("focusout", (event) => {
        const it = event.target;
        if (it.closest("#signup") && it.value) send().then(() => press("left", it.dataset.input));
    });

    // The service worker makes pages that were read available offline. Without it, all else works.
    navigator.serviceWorker?.register(policy.createScriptURL("/sw.js")).catch(() => {});
    const sent = location.href;
    let timer = 0;
    const storeCopy = () => {
        const worker = navigator.serviceWorker?.controller;
        if (!worker || !timer) return;
        timer = 0;
        const copy = document.documentElement.cloneNode(true);
        copy.querySelectorAll(".toast, .lost").forEach((it) => it.remove());
        worker.postMessage({ from: sent, to: location.href, html: "<!DOCTYPE html>" + copy.outerHTML });
    };
    document.addEventListener("gazette:change", () => {
        clearTimeout(timer);
        // What came late belongs to the page: opened again without a network, it is read before this page is left. Each text that is typed
        // has an address of its own, and only the last one is stored, when the page is left.
        timer = setTimeout(storeCopy, location.href === sent ? 1000 : 1e9);
    });

    // For the other scripts.
    window.gazette.press = press;
    // Set after the scripts that follow have run, too.
    document.addEventListener("DOMContentLoaded", () => document.documentElement.classList.add("scripted"));
})();
