"use strict";
// Keys for marks: they press the buttons of the item that has the focus, which work without a script, too.
(() => {
    const current = () => document.activeElement?.closest("main article");
    const press = (name, root) => root?.querySelector(`[data-input=${name}]`)?.click();
    const moveOn = (item) => {
        const items = [...document.querySelectorAll("main article")];
        const next = items[items.indexOf(item) + 1]?.querySelector("h2 a");
        if (!next) return;
        next.focus();
        next.scrollIntoView({ block: "nearest" });
    };
    const actions = {
        m: (item) => { press("read", item); if (item) moveOn(item); },
        f: (item) => press("save", item ?? document),
        s: (item) => press("save", item ?? document),
        A: () => press("readAll", document),
    };
    // The original of an item is read where it is: its link tells so, and here who opens it by other ways.
    const opened = (link) => link && navigator.sendBeacon(link.getAttribute("ping"));
    actions.v = actions.V = (item) => opened(item?.querySelector("a[ping]"));
    for (const type of ["click", "auxclick"]) {
        document.addEventListener(type, (event) => event.button < 2 && opened(event.target.closest("a[ping]")));
    }

    let before = "";
    document.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
        if (document.documentElement.dataset.keys === "off" || event.target.closest("input, select, textarea")) return;
        // After g and z, letters mean something else.
        const isSecond = before === "g" || before === "z";
        before = isSecond ? "" : event.key;
        if (!isSecond && Object.hasOwn(actions, event.key)) actions[event.key](current());
    });
})();
