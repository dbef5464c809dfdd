"use strict";
// One stream of changes for all tabs of a browser: browsers allow few connections to one host. This runs as a shared worker that has
// the stream, and in each page, which connects to the worker, or has a stream itself where there is none.
(() => {
    // The time after which the server sends a sign of life if nothing else is due.
    const heartbeat = 15000;

    const makeStream = () => {
        // By id: the version of the last change that was received, and the function that receives the next.
        const pages = new Map();
        let source = null;
        let failures = 0;
        let timer = 0;
        let lastSign = 0;

        const sendToAll = (message) => pages.forEach((page) => page.receive(message));
        const close = () => {
            clearTimeout(timer);
            if (source) source.close();
            source = null;
        };
        const lose = () => {
            close();
            failures += 1;
            // At a random time, so that not all browsers connect at once when the server is back.
            timer = setTimeout(open, Math.min(30000, 500 * 2 ** failures) * (0.5 + Math.random() / 2));
            sendToAll({ failures });
        };
        const noteSign = () => {
            lastSign = Date.now();
            clearTimeout(timer);
            timer = setTimeout(lose, 2.5 * heartbeat);
        };
        const take = (event) => {
            noteSign();
            const news = JSON.parse(event.data);
            const page = pages.get(news.page);
            if (!page) return;
            if (news.changes) page.version = news.version; else pages.delete(news.page);
            page.receive(news);
        };
        // The address has the version of each page, so that the server sends each later change once.
        const open = () => {
            close();
            if (pages.size === 0) return;
            const newest = [...pages].reverse().slice(0, 64);
            source = new EventSource("/live?" + newest.map(([id, page]) => "page=" + id + "." + page.version).join("&"));
            noteSign();
            source.onopen = () => { noteSign(); failures = 0; sendToAll({ failures }); };
            source.onerror = lose;
            source.onmessage = take;
            source.addEventListener("gone", take);
            source.addEventListener("here", noteSign);
        };

        return {
            attach(id, version, receive) {
                pages.set(id, { version, receive });
                clearTimeout(timer);
                timer = setTimeout(open, 0);
            },
            detach(id) {
                pages.delete(id);
                if (pages.size === 0) return close();
                // The stream goes on for the others and would keep this page, since a tab's own message about leaving can be lost.
                fetch("/live/" + id + "/leave", { method: "POST" }).catch(() => {});
            },
            // Called when a page is looked at again, or the network is back: connects without a delay.
            wake() { if (!source || Date.now() - lastSign > heartbeat + 5000) open(); },
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

    const connect = (receive) => {
        let page = null;
        let own = null;
        let port = null;
        const ask = (message) => {
            if (port) return port.postMessage(message);
            own = own || makeStream();
            if (message.ask === "attach") own.attach(message.id, message.version, receive);
            else own[message.ask](message.id);
        };
        try {
            const worker = new SharedWorker(policy.createScriptURL(address), "gazette " + address);
            port = worker.port;
            port.onmessage = ({ data }) => { if (page && data.id === page.id) receive(data.message); };
            worker.onerror = () => { port = null; if (page) ask({ ask: "attach", ...page }); };
        } catch {
            // There is no shared worker, or it is not allowed: the page has a stream itself.
        }
        const detach = () => { if (page) ask({ ask: "detach", id: page.id }); page = null; };
        return {
            attach(id, version) { detach(); page = { id, version }; ask({ ask: "attach", ...page }); },
            detach,
            wake() { ask({ ask: "wake" }); },
        };
    };
    window.gazette = { connect, policy };
})();
