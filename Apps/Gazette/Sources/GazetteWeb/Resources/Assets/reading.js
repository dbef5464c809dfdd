"use strict";
// What makes reading pleasant: pictures that fail leave a calm place, places are kept, waits count down, pages follow as one scrolls.
(() => {
    const each = (root, selector, action) => {
        if (root.matches && root.matches(selector)) action(root);
        root.querySelectorAll(selector).forEach(action);
    };

    // A page with scripts may be sent before it is complete.
    if (!document.cookie.includes("script=")) document.cookie = "script=on; path=/; max-age=31536000; SameSite=Lax";

    // A word about what was done, with a way back if there is one; it goes by itself.
    let told = null;
    const tell = (text, title, action) => {
        if (told) told.remove();
        const note = told = document.createElement("p");
        note.className = "told";
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
    window.gazette.tell = tell;

    // Pictures: the place is there first, then the picture, or the word that there is none.
    const fail = (picture) => {
        const note = document.createElement("span");
        note.className = "failed";
        note.textContent = picture.alt || "No picture";
        picture.replaceWith(note);
    };
    const look = (picture) => {
        if (!picture.complete) return picture.classList.add("coming");
        picture.classList.remove("coming");
        if (!picture.naturalWidth) fail(picture);
    };
    document.addEventListener("load", (event) => { if (event.target.matches("img")) look(event.target); }, true);
    document.addEventListener("error", (event) => { if (event.target.matches && event.target.matches("img")) fail(event.target); }, true);

    // Who leaves waits for no picture: each has one of the browser's six connections.
    addEventListener("beforeunload", () => {
        for (const picture of document.images) if (!picture.complete) picture.removeAttribute("src");
    });

    // Who comes back finds the place where they were, as soon as the page is that long again.
    let place = history.state && history.state.place || 0;
    if (place) history.scrollRestoration = "manual";
    const restore = () => {
        if (!place || document.documentElement.scrollHeight < place + innerHeight) return;
        scrollTo(0, place);
        place = 0;
    };
    for (const name of ["wheel", "touchmove", "keydown", "pointerdown"]) addEventListener(name, () => { place = 0; }, { passive: true });
    addEventListener("pagehide", () => history.replaceState({ ...history.state, place: scrollY, item: keyOf(itemOf(document.activeElement)) }, ""));

    // The item that had the focus has it again, so that keys go on from there.
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

    // As the server writes it.
    const waitText = (seconds) => seconds < 120 ? seconds + " s" : seconds < 7200 ? Math.ceil(seconds / 60) + " min" : Math.ceil(seconds / 3600) + " h";

    // The next attempt is made after the delay that the service asks for.
    const wait = (link) => {
        const end = Date.now() + 1000 * Number(link.dataset.wait);
        const note = link.parentElement.querySelector(".wait");
        link.setAttribute("aria-disabled", "true");
        const tick = () => {
            if (!link.isConnected) return;
            const left = Math.ceil((end - Date.now()) / 1000);
            if (left > 0) {
                if (note) note.textContent = "The next attempt is made in " + waitText(left) + ".";
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

    // Further items come before one reaches the end; the button stays for who wants them sooner.
    let isAsked = false;
    const end = window.IntersectionObserver && new IntersectionObserver((entries) => {
        const it = entries.find((entry) => entry.isIntersecting);
        if (!it || isAsked || !window.gazette?.press || !scrollY) return;
        isAsked = true;
        it.target.dataset.auto = "";
        it.target.click();
    }, { rootMargin: "400px" });

    // New stories may be heard by who wants to.
    let heard = null;
    const hear = (news) => {
        const count = Number(news.dataset.sound);
        if (heard !== null && count > heard && window.AudioContext) {
            const audio = new AudioContext();
            const tone = audio.createOscillator();
            const volume = audio.createGain();
            volume.gain.setValueAtTime(0.1, audio.currentTime);
            volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.4);
            tone.frequency.value = 660;
            tone.connect(volume).connect(audio.destination);
            tone.onended = () => audio.close();
            tone.start();
            tone.stop(audio.currentTime + 0.4);
        }
        heard = count;
    };

    // Where sections and lists are wider than a phone, the current one is in sight.
    const show = (it) => {
        const list = it.closest("ul");
        list.scrollLeft = it.offsetLeft - list.offsetLeft - (list.clientWidth - it.offsetWidth) / 2;
    };

    // The hour where the reader is; without a script it is the server's.
    const tellTime = (time) => {
        const date = new Date(time.dateTime);
        time.previousElementSibling.textContent = date.getHours() + ":" + String(date.getMinutes()).padStart(2, "0");
    };

    // Lists get dense or airy in place.
    const root = document.documentElement;
    const press = (button, isDense) => {
        root.dataset.density = isDense ? "dense" : "airy";
        button.setAttribute("aria-pressed", isDense);
        button.value = isDense ? "airy" : "dense";
    };
    document.querySelector(".density button")?.addEventListener("click", (event) => {
        event.preventDefault();
        const button = event.currentTarget;
        const body = new URLSearchParams({ density: button.value });
        const isDense = button.value === "dense";
        press(button, isDense);
        const revert = () => { press(button, !isDense); tell("Gazette can't be reached: nothing was kept."); };
        fetch("/settings/density", { method: "POST", body, keepalive: true, redirect: "manual" }).catch(revert);
    });

    // Comments that have come since the last visit are marked. The browser remembers the newest of each thread, of two hundred threads.
    const thread = location.pathname.match(/^\/hn\/item\/(\d+)$/)?.[1];
    let threads = [];
    try { threads = JSON.parse(localStorage.getItem("threads")) || []; } catch { /* nothing is kept here */ }
    const seen = threads.find(([id]) => id === thread)?.[1];
    const compare = (root) => {
        const ids = [...root.querySelectorAll(".comment")].map((it) => Number(it.id.slice(8)));
        if (!thread || !ids.length) return;
        const newest = Math.max(seen || 0, ...ids);
        threads = [[thread, newest], ...threads.filter(([id]) => id !== thread)].slice(0, 200);
        try { localStorage.setItem("threads", JSON.stringify(threads)); } catch { /* nor can it be */ }
        if (seen) ids.filter((id) => id > seen).forEach((id) => {
            const mark = document.createElement("span");
            mark.className = "fresh";
            mark.textContent = "new";
            document.querySelector("#comment-" + id + " .facts").prepend(mark, " ");
        });
    };

    const attend = (root) => {
        compare(root);
        each(root, "img", look);
        each(root, "nav [aria-current]", show);
        each(root, ".clock + time", tellTime);
        each(root, "[data-idle]", (it) => it.setAttribute("aria-disabled", "true"));
        each(root, "[data-wait]", wait);
        each(root, "[data-sound]", hear);
        if (end) each(root, ".more a", (link) => { isAsked = false; end.observe(link); });
        restore();
        resume();
    };
    attend(document);
    document.addEventListener("gazette:change", (event) => attend(event.detail));

    // What was left alone for a while, or failed without a network, is loaded again when somebody is back.
    let hiddenSince = 0;
    const refresh = () => window.gazette?.press && gazette.press("retry", "");
    document.addEventListener("visibilitychange", () => {
        if (document.hidden) hiddenSince = Date.now();
        else if (hiddenSince && Date.now() - hiddenSince > 300000) refresh();
    });
    addEventListener("online", () => { if (document.querySelector(".error, .stale")) refresh(); });
})();
