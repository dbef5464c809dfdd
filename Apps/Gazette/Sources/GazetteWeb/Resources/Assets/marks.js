"use strict";
// Saves and marks items in place: a button shows its new state at once, and its request outlives the page. Without this script, the
// buttons post their form.
(() => {
    const opposites = { read: "unread", unread: "read", save: "remove", remove: "save" };
    // Shows what a button has done. One that marks as read or unread says what it does next; one that saves is pressed or not.
    const turn = (it) => {
        const action = it.getAttribute("formaction").split("/").pop();
        const opposite = opposites[action];
        it.setAttribute("formaction", "/marks/" + opposite);
        if (it.dataset.mark !== "read") return it.setAttribute("aria-pressed", action === "save");
        it.title = it.textContent = "Mark as " + opposite;
        it.closest("article").classList.toggle("read", action === "read");
    };

    const send = (address, entry) => fetch(address, { method: "POST", body: new URLSearchParams({ entry }), keepalive: true })
        .then((response) => response.status, () => 0);
    // Shows the old state again after a failure.
    const judge = (status, revert) => {
        if (status >= 200 && status < 300) return;
        revert();
        gazette.showToast(status === 409 ? "Your list is full. Remove something before you save more."
            : status ? "This could not be stored." : "Gazette can't be reached: nothing was stored.");
    };

    document.addEventListener("click", (event) => {
        const it = event.target.closest("button[data-mark]");
        if (!it) return;
        event.preventDefault();
        const address = it.getAttribute("formaction");
        const isAll = it.dataset.mark === "readAll";
        const changed = isAll ? [...document.querySelectorAll("[data-mark=read][formaction='/marks/read']")]
            : it.dataset.mark === "remove" ? [] : [it];
        const turnAll = () => changed.forEach(turn);
        const entry = it.value;
        turnAll();
        send(address, entry).then((status) => judge(status, turnAll));
        if (!isAll) return;
        gazette.showToast("All items are marked as read.", "Undo", () => {
            turnAll();
            send("/marks/unread", entry).then((status) => judge(status, turnAll));
        });
    });

    // Opening the original of an item marks it as read: by the ping of its link, and by this where the link is opened in another way.
    const opened = (link) => link && navigator.sendBeacon(link.getAttribute("ping"));
    for (const type of ["click", "auxclick"]) {
        document.addEventListener(type, (event) => event.button < 2 && opened(event.target.closest("a[ping]")));
    }

    // Keys press the buttons of the item that has the focus.
    const press = (name, root) => root?.querySelector(`[data-mark=${name}]`)?.click();
    const moveOn = (item) => {
        const items = [...document.querySelectorAll("main article")];
        const next = items[items.indexOf(item) + 1]?.querySelector("h2 a");
        next?.focus();
        next?.scrollIntoView({ block: "nearest" });
    };
    const actions = {
        m: (item) => { press("read", item); if (item) moveOn(item); },
        f: (item) => press("save", item ?? document),
        s: (item) => press("save", item ?? document),
        A: () => press("readAll", document),
        v: (item) => opened(item?.querySelector("a[ping]")),
        V: (item) => opened(item?.querySelector("a[ping]")),
    };
    let before = "";
    document.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
        if (document.documentElement.dataset.keys === "off" || document.querySelector("dialog[open]")) return;
        if (event.target.closest("input, select, textarea")) return;
        // After g and z, a letter belongs to that sequence.
        const isSecond = before === "g" || before === "z";
        before = isSecond ? "" : event.key;
        if (!isSecond && Object.hasOwn(actions, event.key)) actions[event.key](document.activeElement?.closest("main article"));
    });
})();
