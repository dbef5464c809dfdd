"use strict";
// One stream of changes for all tabs of a browser: browsers allow few connections to one host. This runs as a shared
// worker that holds the stream, and in each page, which talks to the worker, or holds a stream itself where there is none.
(() => {
    const heartbeat = 15000; // how often the server says that it is there, when nothing else is to be said

    const makeStream = () => {
        const pages = new Map(); // by id: the number of the last change that was seen, and whom to tell
        let source = null;
        let failures = 0;
        let timer = 0;
        let heardAt = 0;

        const tellAll = (message) => pages.forEach((page) => page.tell(message));
        const close = () => {
            clearTimeout(timer);
            if (source) source.close();
            source = null;
        };
        const lose = () => {
            close();
            failures += 1;
            // Not all browsers at once, once the server is back.
            timer = setTimeout(open, Math.min(30000, 500 * 2 ** failures) * (0.5 + Math.random() / 2));
            tellAll({ failures });
        };
        const hear = () => {
            heardAt = Date.now();
            clearTimeout(timer);
            timer = setTimeout(lose, 2.5 * heartbeat);
        };
        const take = (event) => {
            hear();
            const news = JSON.parse(event.data);
            const page = pages.get(news.page);
            if (!page) return;
            if (news.changes) page.version = news.version; else pages.delete(news.page);
            page.tell(news);
        };
        // The address says what was seen of each page: what was missed comes, and nothing twice.
        const open = () => {
            close();
            if (pages.size === 0) return;
            const newest = [...pages].reverse().slice(0, 64);
            source = new EventSource("/live?" + newest.map(([id, page]) => "page=" + id + "." + page.version).join("&"));
            hear();
            source.onopen = () => { hear(); failures = 0; tellAll({ failures }); };
            source.onerror = lose;
            source.onmessage = take;
            source.addEventListener("gone", take);
            source.addEventListener("here", hear);
        };

        return {
            attach(id, version, tell) {
                pages.set(id, { version, tell });
                clearTimeout(timer);
                timer = setTimeout(open, 0);
            },
            detach(id) {
                pages.delete(id);
                if (pages.size === 0) close();
            },
            // Somebody looks again, or the network is back: no waiting.
            wake() { if (!source || Date.now() - heardAt > heartbeat + 5000) open(); },
        };
    };

    if (typeof document === "undefined") {
        const stream = makeStream();
        self.onconnect = ({ ports: [port] }) => {
            port.onmessage = ({ data: { ask, id, version } }) => {
                if (ask === "attach") stream.attach(id, version, (message) => port.postMessage({ id, message }));
                if (ask === "detach") stream.detach(id);
                if (ask === "wake") stream.wake();
            };
        };
        return;
    }

    // In a page, which has one id at a time. HTML and addresses of scripts enter through one policy.
    const asItIs = { createHTML: (html) => html, createScriptURL: (url) => url };
    const policy = window.trustedTypes ? trustedTypes.createPolicy("gazette", asItIs) : asItIs;
    const address = document.currentScript.src;

    const connect = (tell) => {
        let page = null;
        let own = null;
        let port = null;
        const ask = (message) => {
            if (port) return port.postMessage(message);
            own = own || makeStream();
            if (message.ask === "attach") own.attach(message.id, message.version, tell);
            else own[message.ask](message.id);
        };
        try {
            const worker = new SharedWorker(policy.createScriptURL(address), "gazette " + address);
            port = worker.port;
            port.onmessage = ({ data }) => { if (page && data.id === page.id) tell(data.message); };
            worker.onerror = () => { port = null; if (page) ask({ ask: "attach", ...page }); };
        } catch { /* none here, or not allowed: the page holds a stream itself */ }
        return {
            attach(id, version) { page = { id, version }; ask({ ask: "attach", ...page }); },
            detach() { if (page) ask({ ask: "detach", id: page.id }); page = null; },
            wake() { ask({ ask: "wake" }); },
        };
    };
    window.gazette = { connect, policy };
})();
