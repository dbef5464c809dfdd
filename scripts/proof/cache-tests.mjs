// Runs the public suite of HTTP caches from a checkout of https://github.com/http-tests/cache-tests. The suite's own server
// responds, and its own modules judge. Only `fetch` is ours: it goes through Tests/CacheClient, a client with a cache.
//
//   node scripts/proof/cache-tests.mjs CHECKOUT CLIENT RESULTS [FILE]
//
//   CLIENT    the program CacheClient
//   RESULTS   the file for the results: one object with the suite's own verdict for each id
//   FILE      the database of the cache; without it, the cache is in memory
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { register } from 'node:module'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import readline from 'node:readline'
import { pathToFileURL } from 'node:url'

const [checkout, program, resultsFile, database] = process.argv.slice(2)
const from = file => import(pathToFileURL(path.resolve(checkout, file)))

// The suite takes interim responses from an interceptor of undici, which is not part of Node. This stands in for it: it takes
// the interceptor, and `fetch`, below, hands it what the client received.
const undici = `export class Agent {
  compose (interceptor) { return { report: interim => interceptor((_, handler) => {
    for (const [status, fields] of interim) handler.onResponseStart({}, status, fields)
  })({}, {}) } }
}`
const hook = `export function resolve (name, context, next) {
  return name === 'undici'
    ? { url: ${JSON.stringify('data:text/javascript,' + encodeURIComponent(undici))}, shortCircuit: true }
    : next(name, context)
}`
register('data:text/javascript,' + encodeURIComponent(hook))

// MARK: - The server of the suite

async function freePort () {
  const server = net.createServer()
  await new Promise(resolve => server.listen(0, resolve))
  const { port } = server.address()
  await new Promise(resolve => server.close(resolve))
  return port
}

async function startServer (port) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cache-tests-'))
  const environment = {
    ...process.env,
    npm_config_protocol: 'http',
    npm_config_port: String(port),
    npm_config_pidfile: path.join(folder, 'pid')
  }
  const server = spawn(process.execPath, ['test-engine/server/server.mjs'], {
    cwd: checkout, env: environment, stdio: ['ignore', 'pipe', 'inherit']
  })
  await new Promise((resolve, reject) => {
    server.stdout.on('data', text => { if (String(text).includes('Listening')) resolve() })
    server.on('exit', code => reject(new Error(`The suite's server ended with ${code}.`)))
  })
  return server
}

// MARK: - fetch, by the client

function startClient (base) {
  const client = spawn(program, database ? [base, database] : [base], { stdio: ['pipe', 'pipe', 'inherit'] })
  const waiting = new Map()
  readline.createInterface({ input: client.stdout }).on('line', line => {
    const ending = JSON.parse(line)
    waiting.get(ending.id)?.(ending)
    waiting.delete(ending.id)
  })
  client.on('exit', () => waiting.forEach(end => end({ error: 'the client has ended' })))
  let last = 0
  const call = request => new Promise(resolve => {
    const id = ++last
    waiting.set(id, resolve)
    client.stdin.write(JSON.stringify({ id, ...request }) + '\n')
  })
  return { call, end: () => client.stdin.end() }
}

// What the suite reads of a response. `Response` itself refuses some statuses and fields.
function asResponse (status, fields, body) {
  const headers = new Headers()
  // A field of the suite has a byte in each character; what has no such form is shown as its bytes.
  const text = value => /^[\0-\xff]*$/.test(value) ? value : Buffer.from(value, 'utf8').toString('latin1')
  for (const [name, value] of fields) headers.append(name, text(value))
  return { status, statusText: '', headers, text: async () => body.toString('utf8') }
}

function fetchBy (client, base, fetchDirectly) {
  return async (address, init = {}) => {
    const url = new URL(address)
    if (!url.pathname.startsWith('/test/')) return fetchDirectly(address, init)
    const ending = await client.call({
      method: init.method ?? 'GET',
      path: url.pathname + url.search,
      fields: (init.headers ?? []).map(([name, value]) => [name, String(value)]),
      body: init.body,
      cache: init.cache
    })
    // Freshet reports that nothing may be sent as an error, where RFC 9111 §5.2.1.7 has a response of a cache.
    if (ending.error === 'not_in_cache') return asResponse(504, [], Buffer.alloc(0))
    if (ending.error) throw new TypeError(ending.error)
    init.dispatcher?.report(ending.interim.map(([status, fields]) =>
      [status, Object.fromEntries(fields.map(([name, value]) => [name.toLowerCase(), value]))]))
    return asResponse(ending.status, ending.fields, Buffer.from(ending.body, 'base64'))
  }
}

// MARK: - What is run, and its results

// A client has no use for what speaks of caches that several people share, and of content delivery networks.
function concernsSharedCachesOnly (suite, test) {
  return test.cdn_only === true || suite.id === 'auth' ||
    (test.browser_skip === true && /shared|proxy-revalidate|s-maxage/.test(test.id))
}

const { default: suites } = await from('tests/index.mjs')
const { runTests, getResults } = await from('test-engine/client/runner.mjs')
const { determineTestResult, resultTypes } = await from('test-engine/lib/results.mjs')
const { default: published } = await from('results/index.mjs')
const verdictNames = new Map(Object.entries(resultTypes).map(([name, type]) => [type, name]))
const verdict = (id, results) => verdictNames.get(determineTestResult(suites, id, results))

const port = await freePort()
const base = `http://127.0.0.1:${port}`
const server = await startServer(port)
const client = startClient(base)
globalThis.fetch = fetchBy(client, base, globalThis.fetch)

// Marks of tests that only some kinds of caches run are ours to judge, above.
const chosen = suites.map(suite => ({
  ...suite,
  tests: suite.tests.filter(test => !concernsSharedCachesOnly(suite, test))
    .map(test => ({ ...test, browser_only: undefined, browser_skip: undefined }))
}))
await runTests(chosen, true, base)
const results = getResults()
client.end()
server.kill()

const cases = suites.flatMap(suite => suite.tests.map(test => ({
  id: test.id,
  suite: suite.id,
  kind: test.kind ?? 'required',
  applies: !concernsSharedCachesOnly(suite, test),
  verdict: verdict(test.id, results),
  message: Array.isArray(results[test.id]) ? results[test.id][1] : undefined
})))
const others = published.map(({ file, name, type, version }) => {
  const theirs = JSON.parse(fs.readFileSync(path.join(checkout, 'results', file), 'utf8'))
  return { name, type, version, verdicts: Object.fromEntries(cases.map(({ id }) => [id, verdict(id, theirs)])) }
})
fs.writeFileSync(resultsFile, JSON.stringify({ cases, others }, null, 1))
process.exit(0)
