"use strict";
// For every page: keeps the reading position, counts down delays, and loads old content again.
(() => {
    // The shared worker runs this file, too.
    if (!self.document) return;
    const each = (root, selector, action) => {
        if (root.matches && root.matches(selector)) action(root);
        root.querySelectorAll(selector).forEach(action);
    };

    // A page with scripts may be sent before it is complete.
    if (!document.cookie.includes("script=")) document.cookie = "script=on; path=/; max-age=31536000; SameSite=Lax";

    // Shows a short message for ten seconds, with a button if there is an action.
    let toast = null;
    const showToast = (text, title, action) => {
        if (toast) toast.remove();
        const note = toast = document.createElement("p");
        note.className = "toast";
        note.setAttribute("role", "status");
        document.body.append(note);
        note.textContent = text;
        if (title) {
            const button = document.createElement("button");
            button.textContent = title;
            button.addEventListener("click", () => { note.remove(); action(); });
            note.append(" ", button);
        }
        setTimeout(() => note.remove(), 10000);
    };
    Object.assign(window.gazette, { each, showToast });

    // Going back restores the scroll position, as soon as the page is long enough again.
    let place = history.state && history.state.place || 0;
    if (place) history.scrollRestoration = "manual";
    const restore = () => {
        if (!place || document.documentElement.scrollHeight < place + innerHeight) return;
        scrollTo(0, place);
        place = 0;
    };
    for (const name of ["wheel", "touchmove", "keydown", "pointerdown"]) addEventListener(name, () => { place = 0; }, { passive: true });
    addEventListener("pagehide", () => history.replaceState({ ...history.state, place: scrollY, item: keyOf(itemOf(document.activeElement)) }, ""));

    // Focuses the item that had the focus, so that keys continue from there.
    const itemOf = (it) => it?.closest("main article");
    const keyOf = (item) => item && (item.querySelector("[data-mark]")?.value || item.querySelector("a")?.getAttribute("href"));
    let last = history.state && history.state.item;
    const resume = () => {
        if (!last || document.activeElement !== document.body) return;
        const item = [...document.querySelectorAll("main article")].find((it) => keyOf(it) === last);
        if (!item) return;
        last = null;
        item.querySelector("h2 a, a")?.focus({ preventScroll: true });
    };

    // The format is that of the server.
    const waitText = (seconds) => seconds < 120 ? seconds + " s" : seconds < 7200 ? Math.ceil(seconds / 60) + " min" : Math.ceil(seconds / 3600) + " h";

    // Tries again after the delay of Retry-After.
    const wait = (link) => {
        const end = Date.now() + 1000 * Number(link.dataset.wait);
        const note = link.parentElement.querySelector(".wait");
        link.setAttribute("aria-disabled", "true");
        const tick = () => {
            if (!link.isConnected) return;
            const left = Math.ceil((end - Date.now()) / 1000);
            if (left > 0) {
                if (note) note.textContent = "The next attempt is in " + waitText(left) + ".";
                return setTimeout(tick, 1000);
            }
            link.removeAttribute("aria-disabled");
            link.click();
        };
        tick();
    };
    document.addEventListener("click", (event) => {
        if (event.target.closest && event.target.closest("[aria-disabled=true]")) {
            event.preventDefault();
            event.stopImmediatePropagation();
        }
    }, true);

    // Scrolls bars that are wider than the screen, so that the current entry is in sight.
    const show = (it) => {
        const list = it.closest("ul");
        list.scrollLeft = it.offsetLeft - list.offsetLeft - (list.clientWidth - it.offsetWidth) / 2;
    };

    const attend = (root) => {
        each(root, "nav [aria-current]", show);
        each(root, "[data-idle]", (it) => it.setAttribute("aria-disabled", "true"));
        each(root, "[data-wait]", wait);
        restore();
        resume();
    };
    attend(document);
    document.addEventListener("gazette:change", (event) => attend(event.detail));

    // Loads again what is old, or has failed offline, when the page is looked at again.
    let hiddenSince = 0;
    const refresh = () => window.gazette?.press && gazette.press("retry", "");
    document.addEventListener("visibilitychange", () => {
        if (document.hidden) hiddenSince = Date.now();
        else if (hiddenSince && Date.now() - hiddenSince > 300000) refresh();
    });
    addEventListener("online", () => { if (document.querySelector(".error, .stale")) refresh(); });
})();
