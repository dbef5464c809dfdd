"use strict";
// For pages with a long text: opens it where its reader has left it, and stores where that is.
(() => {
    const textOf = () => document.querySelector(".prose[data-entry]");

    // Going back returns to the place anyway.
    let opened = Boolean(history.state?.place || location.hash);
    const open = () => {
        const text = textOf();
        if (opened || !text) return;
        opened = true;
        const box = text.getBoundingClientRect();
        if (!text.dataset.position) return;
        scrollTo(0, scrollY + box.top + box.height * Number(text.dataset.position));
        gazette.showToast("You stopped reading here.", "Go to the beginning", () => scrollTo(0, 0));
    };
    open();
    document.addEventListener("gazette:change", open);

    // What is shorter than two screens is found again without that.
    let stored = null;
    const store = () => {
        const text = textOf();
        const box = text?.getBoundingClientRect();
        if (!text || box.height < 2 * innerHeight) return;
        const part = box.bottom < innerHeight ? 1 : Math.max(0, -box.top / box.height);
        if (Math.abs(part - (stored ?? Number(text.dataset.position ?? 0))) < 0.005) return;
        stored = part;
        navigator.sendBeacon("/positions", new URLSearchParams({ entry: text.dataset.entry, part: part.toFixed(3) }));
    };
    addEventListener("pagehide", store);
    document.addEventListener("visibilitychange", () => { if (document.hidden) store(); });
})();
