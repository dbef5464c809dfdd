"use strict";
// What was read is there without a network: the latest pages, and the files and pictures that they need. The network comes first.
const limits = { pages: 60, files: 300 };

// Copies are stored one after the other, so that what a page waits for is not behind all of them.
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

// The browser asks for a page while this worker starts; what comes is passed on as it comes.
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

// A browser has six connections to a host. Pictures leave some of them to what is opened and pressed.
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
// A page as it stood when it was left: what came after it was sent is there, too.
self.addEventListener("message", (event) => {
    const { from, to, html } = event.data;
    store(event, "pages", to, async (pages) => new Response(html, { headers: (await pages.match(from)).headers }));
});
