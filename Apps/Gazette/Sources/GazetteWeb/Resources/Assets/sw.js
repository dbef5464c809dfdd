"use strict";
// Makes the latest pages available offline, with the files and pictures that they need. The network comes first.
const limits = { pages: 60, files: 300 };

// Copies are stored one after the other, so that a page does not wait for all of them.
let storing = Promise.resolve();
const store = (event, name, url, make) => {
    const action = async () => {
        const cache = await caches.open(name);
        const response = await make(cache);
        await cache.delete(url);
        await cache.put(url, response);
        const keys = await cache.keys();
        for (const old of keys.slice(0, Math.max(0, keys.length - limits[name]))) await cache.delete(old);
    };
    event.waitUntil(storing = storing.then(action).catch(() => {}));
};
const keep = (event, name, response) => {
    if (!response.ok || response.redirected) return;
    const copy = response.clone();
    store(event, name, event.request.url, () => copy);
};

// The browser requests a page while this worker starts (navigation preload); the response is streamed to the page.
const page = async (event) => {
    try {
        const response = await event.preloadResponse || await fetch(event.request);
        keep(event, "pages", response);
        return response;
    } catch (failure) {
        const known = await caches.match(event.request.url) || await caches.match("/offline");
        if (known) return known;
        throw failure;
    }
};

// A browser has six connections to a host. Pictures leave some of them to pages and inputs.
let free = 4;
const waiting = [];
const picture = async (request) => {
    if (free > 0) free -= 1; else await new Promise((next) => waiting.push(next));
    try {
        return await fetch(request);
    } finally {
        const next = waiting.shift();
        if (next) next(); else free += 1;
    }
};

const file = async (event, get) => {
    const known = await caches.match(event.request.url, { cacheName: "files" });
    if (known) return known;
    const response = await get(event.request);
    keep(event, "files", response);
    return response;
};

self.addEventListener("install", (event) => {
    const offline = async () => {
        const response = await fetch("/offline");
        await (await caches.open("files")).put("/offline", response);
        await self.skipWaiting();
    };
    event.waitUntil(offline());
});
self.addEventListener("activate", (event) => {
    event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), self.clients.claim()]));
});
self.addEventListener("fetch", (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== "GET" || origin !== location.origin) return;
    if (request.mode === "navigate") event.respondWith(page(event));
    else if (pathname.startsWith("/assets/")) event.respondWith(file(event, fetch));
    else if (pathname.startsWith("/picture/")) event.respondWith(file(event, picture));
});
// Stores a page as it was when it was left, with the changes since it was sent.
self.addEventListener("message", (event) => {
    const { from, to, html } = event.data;
    store(event, "pages", to, async (pages) => new Response(html, { headers: (await pages.match(from)).headers }));
});
