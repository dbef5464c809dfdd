"use strict";
// What pages with items of the services have besides: pictures that fail leave a calm place, further items come as one scrolls, lists
// get dense in place, comments that are new are marked.
(() => {
    const { each } = window.gazette;

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

    // Further items come before one reaches the end; the button stays for who wants them sooner.
    let isAsked = false;
    const end = window.IntersectionObserver && new IntersectionObserver((entries) => {
        // A link that was replaced meanwhile hears no press of ours: it would open its address.
        const it = entries.find((entry) => entry.isIntersecting && entry.target.isConnected);
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

    // The hour where the reader is; without a script it is the server's.
    const tellTime = (time) => {
        const date = new Date(time.dateTime);
        time.previousElementSibling.textContent = date.getHours() + ":" + String(date.getMinutes()).padStart(2, "0");
    };

    // Lists get dense or airy in place: the item that has the focus, or is the first in sight, stays where it is.
    const root = document.documentElement;
    const top = (item) => item?.getBoundingClientRect().top ?? 0;
    const press = (button, isDense) => {
        const item = document.activeElement.closest("main article")
            ?? [...document.querySelectorAll("main article")].find((it) => it.getBoundingClientRect().bottom > 0);
        const before = top(item);
        root.dataset.density = isDense ? "dense" : "airy";
        button.setAttribute("aria-pressed", isDense);
        button.value = isDense ? "airy" : "dense";
        scrollBy(0, top(item) - before);
    };
    document.querySelector(".density button")?.addEventListener("click", (event) => {
        event.preventDefault();
        const button = event.currentTarget;
        const body = new URLSearchParams({ density: button.value });
        const isDense = button.value === "dense";
        press(button, isDense);
        const revert = () => { press(button, !isDense); gazette.tell("Gazette can't be reached: nothing was kept."); };
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
        each(root, ".clock + time", tellTime);
        each(root, "[data-sound]", hear);
        if (end) each(root, ".more a", (link) => { isAsked = false; end.observe(link); });
    };
    attend(document);
    document.addEventListener("gazette:change", (event) => attend(event.detail));
})();
