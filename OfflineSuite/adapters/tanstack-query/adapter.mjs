// The adapter for TanStack Query: node adapter.mjs MODULE, with the module that `build` writes. See README.md for the settings.
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

const query = await import(resolve(process.argv[2]));
const capabilities = "store stale age frames no-store writes optimistic pending durable keys retry scopes faults".split(" ");
let app = null, wall = 0, running = 0, retryTime = null, started = 0, ended = 0, wake = () => {};
const timers = new Set(), exchanges = new Set(), arrived = [];

// Virtual time in milliseconds. `acts` marks the timers that lead to a request: retries and timeouts.
const addTimer = (timer, delay) => timers.add(Object.assign(timer, { due: running + delay })) && timer;
const pass = async (end) => {
    for (;;) {
        await new Promise(setImmediate);
        const [timer] = [...timers].filter(({ due }) => due <= end).sort((a, b) => a.due - b.due);
        const time = Math.max(running, timer?.due ?? end);
        [wall, running] = [wall + time - running, time];
        if (!timer) return;
        timers.delete(timer);
        timer.callback();
    }
};
Date.now = () => Math.round(wall);
const setTimeout = (callback, delay) => addTimer({ callback, acts: delay === retryTime }, delay);
query.timeoutManager.setTimeoutProvider({ setTimeout, clearTimeout: (timer) => timers.delete(timer) });
query.notifyManager.setScheduler(queueMicrotask);
query.environmentManager.setIsServer(() => false);

// Exchanges. `settle` delivers their results, in the order of the requests.
const exchange = (method, path, body, fields) => new Promise((resolve, reject) => {
    const own = { number: ++started, isSent: false, response: null };
    const end = () => {
        if (exchanges.delete(own)) arrived.push(own);
        timers.delete(own.timeout);
        wake();
    };
    const headers = { Connection: "close", ...(body && { "Content-Type": "application/json" }), ...app.headers, ...fields };
    own.deliver = () => own.response?.complete ? resolve(own.response) : reject({ kind: "network" });
    own.request = http.request(app.server + path, { method, headers, agent: false }, (response) => {
        own.response = Object.assign(response.setEncoding("utf8"), { text: "" });
        response.on("data", (part) => { response.text += part; }).on("error", () => {}).on("close", end);
    }).on("error", () => {}).on("close", () => own.response ?? end());
    own.request.end(body && JSON.stringify(body), () => { own.isSent = true; wake(); });
    own.timeout = addTimer({ callback: () => reject({ kind: "network" }), acts: true }, 30_000);
    exchanges.add(own);
});
const failure = ({ statusCode: status, headers: { "retry-after": after } }) =>
    ({ kind: "status", status, wait: after && (/^\d+$/.test(after) ? after * 1000 : Date.parse(after) - Date.now()) });
const isRejected = ({ status, wait }) => [408, 425, 429, 503].includes(status) || (status === 413 && wait !== undefined);
const isTemporary = (error) => error.kind === "network" || isRejected(error) || (error.status >= 500 && ![501, 505].includes(error.status));
const retryDelay = (failures, { wait }) => (retryTime = wait > 0 ? wait : Math.min(1000 * 2 ** failures, 30_000));

// Queries. Their data is the value with its lifetime (RFC 9111 §4.2) and the time of the response.
const read = async ({ queryKey: [path] }) => {
    const response = await exchange("GET", path), { headers } = response;
    if (response.statusCode > 299) throw failure(response);
    const control = headers["cache-control"] ?? "", age = 1000 * (headers.age ?? 0);
    const maxAge = /max-age=(\d+)/.exec(control)?.[1], expires = Date.parse(headers.expires) - Date.parse(headers.date);
    const life = /no-cache|no-store/.test(control) ? 0 : (maxAge ? 1000 * maxAge : expires || 0) - age;
    const about = { life, date: Date.now() - age, mayStore: !/no-store/.test(control) };
    try { return { value: JSON.parse(response.text), ...about }; } catch { throw { kind: "body" }; }
};
const staleTime = ({ state }) => state.data?.life ?? 0;

// Mutations. Their variables are the `write` command with a key.
const applied = (value, change) => {
    if (change.set) return { ...value, ...change.set };
    const items = [...value], index = items.findIndex(({ id }) => id === (change.put?.id ?? change.move ?? change.remove));
    if (change.put) items.splice(index < 0 && !change.first ? items.length : Math.max(0, index), index < 0 ? 0 : 1, change.put);
    if (change.put || index < 0) return items;
    const [item] = items.splice(index, 1), before = items.findIndex(({ id }) => id === change.before);
    if (change.move) items.splice(before < 0 ? items.length : before, 0, item);
    return items;
};
const apply = ({ path, ...change }) => app.client.setQueryData([path], (old) => old && { ...old, value: applied(old.value, change) },
    { updatedAt: app.client.getQueryState([path])?.dataUpdatedAt });
const paths = (write) => new Set([...write.changes.map(({ path }) => path), write.path]);
const pendingMutations = () => app.client.getMutationCache().findAll({ status: "pending" });
const pending = (path) => pendingMutations().flatMap(({ state }) => state.variables.changes).filter((change) => change.path === path);
const mayRepeat = ({ repeat, method }) => repeat === "key" || (repeat !== "never" && ["PUT", "DELETE"].includes(method));
const mutationFn = async (write) => {
    const { id, key, method, path, body } = write, hasKey = write.repeat === "key", isRepetition = hasKey && app.sent.has(key);
    app.sent.add(key);
    app.sending.add(id);
    try {
        const response = await exchange(method, path, body, hasKey && { "Idempotency-Key": `"${key}"` })
            .finally(() => app.sending.delete(id));
        if (response.statusCode > 299) throw failure(response);
        return { status: response.statusCode };
    } catch (error) {
        const again = (isTemporary(error) && (mayRepeat(write) || isRejected(error))) || (isRepetition && error.status === 409);
        throw { ...error, again };
    }
};
// A delivered change becomes part of the cached value, until the value is fetched again.
const onSuccess = async (result, write) => {
    await Promise.all([...paths(write)].map((path) => app.client.cancelQueries({ queryKey: [path] })));
    write.changes.forEach(apply);
};
const onSettled = (result, error, write) => {
    app.outcomes.push({ id: write.id, result: error ? "failed" : "done", status: (error ?? result).status });
    for (const path of paths(write)) app.client.invalidateQueries({ queryKey: [path] });
};
const dehydrateOptions = {
    shouldDehydrateQuery: ({ state }) => state.data?.mayStore === true,
    shouldDehydrateMutation: ({ state }) => state.isPaused || (state.status === "pending" && mayRepeat(state.variables)),
};

const shown = ({ path }, { data, isStale: stale, fetchStatus, error: last, failureReason }) => {
    const changes = pending(path), error = last ?? failureReason, age = data && (Date.now() - data.date) / 1000;
    const value = data && changes.reduce(applied, data.value), fetching = fetchStatus === "fetching";
    return { has: data !== undefined, value, stale, age: age >= 0 ? age : null, fetching, error, pending: changes.length };
};
const deliver = (place, result) => {
    const state = shown(place, result), text = JSON.stringify({ ...state, age: null });
    if (text !== place.last) place.frames.push(state);
    place.last = text;
};
const commands = {
    hello: () => ({ name: "TanStack Query", version: query.version, capabilities }),
    async open({ store, server, headers, online, now }) {
        const queries = { queryFn: read, retry: (n, error) => n < 3 && isTemporary(error), retryDelay, staleTime, gcTime: Infinity };
        const mutations = { mutationFn, onSuccess, onSettled, retry: (n, { again }) => again, retryDelay, gcTime: Infinity };
        const client = new query.QueryClient({ defaultOptions: { queries } });
        client.setMutationDefaults(["write"], mutations);
        app = { client, server, headers, outcomes: [], places: new Map(), sending: new Set() };
        [wall, started, ended] = [now * 1000, 0, 0];
        query.onlineManager.setOnline(online);
        const storage = {
            getItem: (name) => existsSync(join(store, name)) ? readFileSync(join(store, name), "utf8") : null,
            setItem(name, text) { writeFileSync(join(store, "new"), text); renameSync(join(store, "new"), join(store, name)); },
            removeItem: (name) => rmSync(join(store, name), { force: true }),
        };
        const persister = query.createSyncStoragePersister({ storage, throttleTime: 0 });
        const persistence = { queryClient: client, persister, maxAge: Infinity, dehydrateOptions };
        const damaged = await query.persistQueryClientRestore(persistence).then(() => false, () => true);
        app.stop = query.persistQueryClientSubscribe(persistence);
        client.mount();
        client.getMutationCache().subscribe(() => app.places.forEach((place) => deliver(place, place.observers[0].getCurrentResult())));
        app.sent = new Set(pendingMutations().filter(({ state }) => !state.isPaused).map(({ state }) => state.variables.key));
        pendingMutations().forEach((mutation) => mutation.continue().catch(() => {}));
        return { damaged };
    },
    close() {
        app.stop();
        app.client.unmount();
        exchanges.forEach(({ request }) => request.destroy());
        for (const left of [exchanges, timers]) left.clear();
        arrived.length = 0;
    },
    observe({ path }) {
        const place = app.places.get(path) ?? { path, observers: [], frames: [] };
        const observer = new query.QueryObserver(app.client, { queryKey: [path] });
        app.places.set(path, place);
        place.observers.push(observer);
        deliver(place, observer.getOptimisticResult({ ...observer.options, _optimisticResults: "optimistic" }));
        observer.subscribe((result) => deliver(place, result));
    },
    unobserve({ path }) {
        app.places.get(path).observers.pop().destroy();
        if (!app.places.get(path).observers.length) app.places.delete(path);
    },
    refresh({ path }) { app.places.get(path).observers[0].refetch({ cancelRefetch: false }); },
    state({ path }) {
        const { observers: [observer], frames } = app.places.get(path);
        return { state: shown({ path }, observer.getOptimisticResult(observer.options)), frames: frames.splice(0) };
    },
    write(command) {
        const write = { ...command, key: randomUUID(), changes: command.changes ?? [] }, scope = write.scope && { id: write.scope };
        new query.MutationObserver(app.client, { mutationKey: ["write"], scope }).mutate(write).catch(() => {});
    },
    writes() {
        const state = ({ id }) => ({ id, state: app.sending.has(id) ? "sending" : "waiting" });
        return { writes: pendingMutations().map((mutation) => state(mutation.state.variables)), outcomes: app.outcomes.splice(0) };
    },
    online({ value }) { query.onlineManager.setOnline(value); },
    clock({ now }) { wall = now * 1000; },
    advance: ({ seconds }) => pass(running + seconds * 1000),
    async settle(command) {
        for (;;) {
            await pass(running);
            const next = arrived.sort((a, b) => a.number - b.number).shift();
            if (next) { ended += 1; next.deliver(); }
            else if (ended >= command.ended && [...exchanges].every(({ isSent }) => isSent)) break;
            else await new Promise((resolve) => { wake = resolve; });
        }
        const due = [...timers].filter(({ acts }) => acts && query.onlineManager.isOnline()).map((timer) => timer.due - running);
        return { started, ended, next: due.length ? Math.min(...due) / 1000 : null };
    },
};
for await (const line of createInterface({ input: process.stdin })) {
    const command = JSON.parse(line), run = commands[command.do];
    const reply = run ? { ok: true, ...await run(command) } : { ok: false, error: "unknown command" };
    if (app && command.do !== "close") await pass(running);
    process.stdout.write(`${JSON.stringify(reply)}\n`);
}
process.exit();
