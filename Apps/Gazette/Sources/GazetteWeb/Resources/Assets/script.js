"use strict";
// Keeps a page live: what changes comes by a stream, what is typed and pressed goes back. Without it, every link and form works.
(() => {
    const page = document.body.dataset.page;
    if (!page || !window.EventSource) return;
    const policy = window.trustedTypes
        ? trustedTypes.createPolicy("gazette", { createHTML: (html) => html }) : { createHTML: (html) => html };
    const address = "/live/" + encodeURIComponent(page);
    let failures = 0;
    let mark = null;

    const say = (text, link) => {
        if (!mark) {
            mark = document.createElement("p");
            mark.className = "lost";
            mark.setAttribute("role", "status");
            document.body.append(mark);
        }
        mark.textContent = text;
        if (link) {
            const again = document.createElement("a");
            again.href = location.href;
            again.textContent = " Reload";
            mark.append(again);
        }
    };

    const change = (it) => {
        if (it.title) {
            document.title = it.title + " · Gazette";
            const heading = document.querySelector("h1");
            if (heading && heading.textContent !== it.title) heading.textContent = it.title;
        }
        if (it.link && it.link !== location.pathname + location.search) {
            history.replaceState(null, "", it.link + location.hash);
        }
        if (!it.id) return;
        let region = document.getElementById(it.id);
        if (!region) {
            region = document.createElement("div");
            region.className = "region";
            region.id = it.id;
            document.getElementById("main").append(region);
        }
        // What has the focus keeps it, where it is still there.
        const active = region.contains(document.activeElement) ? document.activeElement : null;
        const says = (it) => [it.dataset.input, it.href, it.value || it.dataset.value].join("\n");
        region.innerHTML = policy.createHTML(it.html);
        if (active) [...region.querySelectorAll(active.tagName)].find((it) => says(it) === says(active))?.focus({ preventScroll: true });
        document.dispatchEvent(new CustomEvent("gazette:change", { detail: region }));
    };

    const open = () => {
        const stream = new EventSource(address);
        stream.onopen = () => { failures = 0; if (mark) { mark.remove(); mark = null; } };
        stream.onmessage = (event) => change(JSON.parse(event.data));
        stream.onerror = () => {
            failures += 1;
            say("Connection lost.", failures >= 3);
            if (stream.readyState !== EventSource.CLOSED) return;
            // The page is closed on the server; its address makes it anew.
            stream.close();
            setTimeout(() => fetch("/healthz").then(() => location.reload(), open), Math.min(30000, 1000 * 2 ** failures));
        };
        addEventListener("pagehide", () => stream.close());
    };

    const send = (name, value) => fetch(address, {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ name, value }),
    }).then((answer) => answer.ok, () => false);

    document.addEventListener("input", (event) => {
        const it = event.target;
        if (!it.dataset.input) return;
        if (it.type === "checkbox") send(it.dataset.input, it.checked ? it.value : "");
        else if (it.tagName === "INPUT") send(it.dataset.input, it.value);
    });
    document.addEventListener("click", (event) => {
        const it = event.target.closest("a[data-input], button[data-input]");
        if (!it || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        // What the page does not take goes the way of plain links and forms.
        send(it.dataset.input, it.value || it.dataset.value || "").then((isTaken) => {
            if (isTaken) return;
            if (it.href) location.assign(it.href);
            else if (it.form && it.type === "submit") it.form.requestSubmit(it);
        });
    });
    document.addEventListener("submit", (event) => {
        const it = event.target;
        if (!it.dataset.input) return;
        event.preventDefault();
        send(it.dataset.input, "").then((isTaken) => isTaken || it.submit());
    });
    document.addEventListener("change", (event) => {
        const it = event.target;
        if (it.tagName === "SELECT" && it.dataset.input) it.form.requestSubmit();
    });

    // What the other scripts need of this one.
    window.gazette = { send };
    document.documentElement.classList.add("scripted");
    open();
})();
