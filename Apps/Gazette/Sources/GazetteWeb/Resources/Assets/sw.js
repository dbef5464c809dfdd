"use strict";
// What was read is there without a network: the latest pages, and the files and pictures that they need. The network comes first.
const limits = { pages: 60, files: 300 };

const keep = async (name, request, response) => {
    const cache = await caches.open(name);
    await cache.delete(request);
    await cache.put(request, response);
    const keys = await cache.keys();
    for (const old of keys.slice(0, Math.max(0, keys.length - limits[name]))) await cache.delete(old);
};

const page = async (request) => {
    try {
        const response = await fetch(request);
        if (response.ok && !response.redirected) keep("pages", request.url, response.clone()).catch(() => {});
        return response;
    } catch (failure) {
        const known = await caches.match(request.url) || await caches.match("/offline");
        if (known) return known;
        throw failure;
    }
};

const file = async (request) => {
    const known = await caches.match(request);
    if (known) return known;
    const response = await fetch(request);
    if (response.ok) keep("files", request, response.clone()).catch(() => {});
    return response;
};

self.addEventListener("install", (event) => {
    event.waitUntil(fetch("/offline").then((response) => keep("files", "/offline", response)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== "GET" || origin !== location.origin) return;
    if (request.mode === "navigate") event.respondWith(page(request));
    else if (/^\/(assets|picture)\//.test(pathname)) event.respondWith(file(request));
});
