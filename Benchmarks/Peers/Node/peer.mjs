// Measures Node's fetch with response.json(): peer.mjs ADDRESS IN-FLIGHT SECONDS prints what Load.swift of wire-bench does.
import { readFileSync } from "node:fs";

const [address, inFlight, seconds] = process.argv.slice(2);
if (seconds === undefined) {
  console.error("usage: peer.mjs ADDRESS IN-FLIGHT SECONDS");
  process.exit(64);
}

async function call() {
  const response = await fetch(address);
  if (response.status !== 200) throw new Error(`status ${response.status}`);
  const page = await response.json();
  // The other clients decode the texts of dates, too.
  for (const article of page.articles) article.publishedAt = new Date(article.publishedAt);
  if (page.status !== "ok") throw new Error("not the list");
}

// Makes calls one after another in each of several chains, and returns their durations in microseconds.
async function drive(seconds) {
  const end = performance.now() + seconds * 1000;
  const durations = [];
  async function chain() {
    do {
      const start = performance.now();
      await call();
      durations.push((performance.now() - start) * 1000);
    } while (performance.now() < end);
  }
  await Promise.all(Array.from({ length: Number(inFlight) }, chain));
  return durations;
}

function peakMemory() {
  const line = readFileSync("/proc/self/status", "utf8").match(/^VmHWM:\s*(\d+)/m);
  return line ? Number(line[1]) / 1024 : 0;
}

// Opens the connections before the measurement, and lasts until the code is compiled.
await drive(Math.max(1, Number(seconds) / 4));
const processor = process.cpuUsage();
const start = performance.now();
const durations = await drive(Number(seconds));
const elapsed = (performance.now() - start) / 1000;
const used = process.cpuUsage(processor);
durations.sort((first, second) => first - second);
const count = durations.length;
console.log(
  JSON.stringify({
    calls: count,
    callsPerSecond: count / elapsed,
    cpuPerCall: (used.user + used.system) / count,
    p50: durations[Math.floor(count / 2)],
    p99: durations[Math.min(count - 1, Math.floor((count * 99) / 100))],
    peakMemory: peakMemory(),
  }),
);
