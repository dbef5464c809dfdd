"use strict";
// For pages with items of the services: notes in place of pictures that fail, further items as one scrolls, dense lists, marks of new
// comments.
(() => {
    const { each } = window.gazette;

    // A picture that fails is replaced by its description, in the same place.
    const fail = (picture) => {
        const note = document.createElement("span");
        note.className = "failed";
        note.textContent = picture.dataset.initials || picture.alt || "No picture";
        picture.replaceWith(note);
    };
    const look = (picture) => {
        if (!picture.complete) return picture.classList.add("coming");
        picture.classList.remove("coming");
        if (!picture.naturalWidth) fail(picture);
    };
    document.addEventListener("load", (event) => { if (event.target.matches("img")) look(event.target); }, true);
    document.addEventListener("error", (event) => { if (event.target.matches && event.target.matches("img")) fail(event.target); }, true);

    // Leaving the page stops its pictures: each has one of the browser's six connections to a host.
    addEventListener("beforeunload", () => {
        for (const picture of document.images) if (!picture.complete) picture.removeAttribute("src");
    });

    // Further items are requested before the end of the list is reached; the link stays for those who want them sooner.
    // A link may be near before anything was scrolled: each scroll looks again. One that has the focus waits for its key.
    let near = null;
    // The part of the list that was requested last: its link may be drawn again before the items come.
    let asked = null;
    const ask = () => {
        if (!near?.isConnected || "held" in near.dataset || near.dataset.value === asked || near === document.activeElement || !window.gazette?.press || !scrollY) return;
        asked = near.dataset.value;
        gazette.press("more", asked).then((isTaken) => { if (!isTaken) asked = null; });
    };
    const end = window.IntersectionObserver && new IntersectionObserver((entries) => {
        for (const entry of entries) {
            if (entry.isIntersecting) near = entry.target; else if (near === entry.target) near = null;
        }
        ask();
    }, { rootMargin: "400px" });
    addEventListener("scroll", ask, { passive: true });

    // A sound reports new stories, where the user has turned it on.
    let lastCount = null;
    const playSound = (news) => {
        const count = Number(news.dataset.sound);
        if (lastCount !== null && count > lastCount && window.AudioContext) {
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
        lastCount = count;
    };

    // Makes lists dense or airy. The focused item, or else the first in sight, stays where it is.
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
        const revert = () => { press(button, !isDense); gazette.showToast("Gazette can't be reached: nothing was stored."); };
        fetch("/settings/density", { method: "POST", body, keepalive: true, redirect: "manual" }).catch(revert);
    });

    // Marks the comments that are newer than the last visit. The browser keeps the newest comment of the last 200 threads.
    const thread = location.pathname.match(/^\/hn\/item\/(\d+)$/)?.[1];
    let threads = [];
    try { threads = JSON.parse(localStorage.getItem("threads")) || []; } catch { /* There is no storage. */ }
    const seen = threads.find(([id]) => id === thread)?.[1];
    const compare = (root) => {
        const ids = [...root.querySelectorAll(".comment")].map((it) => Number(it.id.slice(8)));
        if (!thread || !ids.length) return;
        const newest = Math.max(seen || 0, ...ids);
        threads = [[thread, newest], ...threads.filter(([id]) => id !== thread)].slice(0, 200);
        try { localStorage.setItem("threads", JSON.stringify(threads)); } catch { /* There is none. */ }
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
        each(root, "[data-sound]", playSound);
        // What is beside the list on a wide screen is above it on a narrow one, folded.
        if (matchMedia("(min-width: 62rem)").matches) each(root, "details[data-wide]", (it) => { it.open = true; });
        if (end) each(root, ".more a", (link) => { if (link.dataset.value !== asked) asked = null; end.observe(link); });
    };
    attend(document);
    document.addEventListener("gazette:change", (event) => attend(event.detail));
})();
