import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import Testing

// The code of the guides "Retries, exponential backoff and rate limits" and "Request deduplication (coalescing)".

func clientsWithRetries() -> [Client<Weather>] {
    let weather = Client(Weather())  // three attempts, within 1.5 s unless the server asks for more

    let persistent = Client(Weather(), retry: RetryPolicy(attempts: 5, base: .seconds(1), attemptTimeout: .seconds(10)))
    let once = Client(Weather(), retry: .never)

    let forecast = Request<Weather, Forecast>.forecast(for: "Oslo").retrying(.policy(RetryPolicy(attempts: 2)))
    let order = Request<Weather, Forecast>("orders", method: .post).retrying(.always)
    _ = [forecast, order]

    var configuration = ClientConfiguration.platform
    configuration.rateLimit = RateLimit(callsPerSecond: 5, burst: 10, callsAtOnce: 4)
    let polite = Client(Weather(), configuration)

    configuration.rateLimit = RateLimit(callsAtOnce: 4, followsServer: true)
    let obedient = Client(Weather(), configuration)

    let fresh = Request<Weather, Forecast>.forecast(for: "Oslo").sharing(.never)
    _ = fresh
    return [weather, persistent, once, polite, obedient]
}

struct RetryLog: FetchObserver {
    func observe(_ event: FetchEvent) {
        switch event.step {
        case .retry(let retry): print("\(event.request) failed with \(retry.failure); again in \(retry.wait)")
        case .retryStopped(let reason): print("\(event.request) is not tried again: \(reason)")
        default: break
        }
    }
}

func wait(after error: FetchError) -> String {
    guard let wait = error.retryAfter else { return "Try again later." }
    return "Try again in \(wait.components.seconds) s."
}

func oneRequestForAll(_ news: Client<News>) async throws -> Int {
    async let page = news.value(for: .headlines)
    let subscription = news.publisher(for: .headlines).sink { completion in
        print(completion)
    } receiveValue: { page in
        print(page.articles.count)
    }
    news.fetch(.headlines) { _ in }  // one request in all
    defer { subscription.cancel() }
    return try await page.articles.count
}

@Suite(.timeLimit(.minutes(1)))
struct RetryingSnippets {
    @Test func aRetryOnTheManualClock() async throws {
        let clock = ManualClock()
        let stub = StubTransport { _ in clock.now.offset == .zero ? .status(503) : .json(#"{"text":"Rain"}"#) }
        let retry = RetryPolicy(jitter: { 1 })
        let client = Client(Weather(), transport: stub, cache: nil, retry: retry, time: clock.time)
        let forecast = Task { try await client.value(for: .forecast(for: "Oslo")) }
        try await clock.waitForSleepers(dueWithin: .milliseconds(500))
        clock.advance(by: .milliseconds(500))
        #expect(try await forecast.value.text == "Rain")
    }

    @Test func twoCallersAndOneRequest() async throws {
        let gate = Gate()
        let stub = StubTransport { _ in
            await gate.wait()
            return .json(#"{"text":"Rain"}"#)
        }
        let recorder = EventRecorder()
        let client = Client(Weather(), transport: stub, cache: nil, observers: [recorder])
        let callers = (1...2).map { _ in Task { try await client.value(for: .forecast(for: "Oslo")).text } }
        try await recorder.waitForEvents { if case .joined = $0.step { true } else { false } }
        gate.open()
        for caller in callers { #expect(try await caller.value == "Rain") }
        #expect(stub.requests.count == 1)
    }
}
