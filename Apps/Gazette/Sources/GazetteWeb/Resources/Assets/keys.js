"use strict";
// Keyboard shortcuts. They are off in text fields, with Ctrl, Alt or Meta held, and where the settings say so.
(() => {
    // The shared worker runs this file, too.
    if (!self.document) return;
    const sections = { t: "/", n: "/news", s: "/sources", h: "/hn", f: "/feeds", m: "/movies", k: "/meals", l: "/lab", p: "/people", b: "/saved" };
    const help = document.getElementById("keys");
    const items = () => [...document.querySelectorAll("main article")];
    const titleOf = (item) => item.querySelector("h2 a, h3 a, a, button");
    /** The item that has the focus, or holds what has it. */
    const current = () => document.activeElement.closest("main article");
    let before = "";

    const focus = (item) => {
        const link = item && titleOf(item);
        if (!link) return;
        link.focus({ preventScroll: true });
        const reduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
        item.scrollIntoView({ block: "nearest", behavior: reduced ? "auto" : "smooth" });
    };
    const step = (count) => {
        // In a text, goes to the one before or after it in its list.
        const turn = document.querySelector(".turns a[rel=" + (count > 0 ? "next" : "prev") + "]");
        // In its place: one step back leads to the list.
        if (document.querySelector("main .reading")) return turn && location.replace(turn.href);
        const all = items().filter(titleOf);
        const at = all.indexOf(current());
        const next = all[at < 0 ? 0 : at + count];
        if (next) focus(next);
        else if (count > 0) press("[data-input=more]");
    };
    const press = (selector, root = document) => {
        const it = root.querySelector(selector);
        if (it) it.click();
        return Boolean(it);
    };
    // In a thread, follows the links of a comment to its neighbours.
    const comment = (hash) => hash && document.getElementById(hash.slice(1));
    const linkTo = (name) => current()?.querySelector("[data-jump=" + name + "]")?.hash;
    const sibling = (isNext) => {
        if (isNext) return comment(linkTo("next"));
        return document.querySelector(`[data-jump=next][href="#${current()?.id}"]`)?.closest("article");
    };
    const open = (link, isHere) => {
        if (!link) return;
        if (isHere) location.assign(link.href);
        else window.open(link.href, "_blank", "noopener,noreferrer");
    };
    const original = () => (current() || document).querySelector("a[rel~=external]");

    const actions = {
        j: () => step(1), n: () => step(1), k: () => step(-1), p: () => step(-1),
        o: () => { const item = current(); if (item) titleOf(item).click(); },
        v: () => open(original(), false),
        V: () => open(original(), true),
        c: () => { const item = current(); if (item) open(item.querySelector("a[href^='/hn/item/']"), true); },
        x: () => { const item = current(); if (item) press("[data-input=fold]", item); },
        J: () => focus(sibling(true)), K: () => focus(sibling(false)),
        u: () => press(".turns .list") || focus(comment(linkTo("parent"))),
        U: () => focus(comment(linkTo("root") || linkTo("parent"))),
        d: () => press(".density button"),
        M: () => press("[data-above]", current() || undefined),
        l: () => press("[data-input=more]"),
        h: () => history.back(),
        r: () => window.gazette?.press ? gazette.press("retry", "").then((isTaken) => isTaken || location.reload()) : location.reload(),
        R: () => location.reload(),
        "/": () => { const field = document.querySelector("main input[type=search]") || document.querySelector("input[type=search]"); if (field) { field.focus(); field.select(); } },
        "?": () => help && (help.open ? help.close() : help.showModal()),
    };

    document.addEventListener("keydown", (event) => {
        if (event.key === "Escape" && event.target.matches("input, select, textarea")) return event.target.blur();
        if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
        // While the list of keys is open, other keys do nothing.
        if (help?.open && event.key !== "?") return;
        if (document.documentElement.dataset.keys === "off" || event.target.closest("input, select, textarea")) return;
        const two = before;
        before = "";
        if (two === "g") {
            if (sections[event.key]) location.assign(sections[event.key]);
        } else if (two === "z") {
            if (event.key === "t" && current()) current().scrollIntoView({ block: "start" });
        } else if (event.key === "g" || event.key === "z") {
            before = event.key;
        } else if (Object.hasOwn(actions, event.key)) {
            event.preventDefault();
            actions[event.key]();
        }
    });
})();
