import Dispatch
import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import Testing

/// Identical calls in flight share one request, whichever interfaces made them.
@Suite(.timeLimit(.minutes(5)))
struct CoalescingTests {
    /// A service that counts how often it decodes.
    private struct Words: Service {
        let baseURL = "https://words.example"
        let decodings = Lock(0)
        var token = Lock("one")

        var credentials: Credentials? { .bearer(token.withLock { $0 }) }

        func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
            decodings.withLock { $0 += 1 }
            return try decoder.decode(type, from: body)
        }
    }

    private typealias WordsRequest = Request<Words, [String]>

    private let words = Words()
    private let gate = Gate()
    private let events = EventRecorder()
    private let clock = ManualClock()
    private let stub: StubTransport
    private let client: Client<Words>

    init() {
        let gate = gate
        stub = StubTransport { _ async throws(FetchError) in
            await gate.wait()
            return StubTransport.Response(
                headers: [.contentType: "application/json"], chunks: [Data(#"["a","#.utf8), Data(#""b"]"#.utf8)])
        }
        client = Client(words, transport: stub, cache: nil, retry: .never, observers: [events], time: clock.time)
    }

    private var joined: Int { events.events.count { if case .joined = $0.step { true } else { false } } }

    private func value(_ request: Request<Words, [String]> = WordsRequest("all")) -> Task<[String], any Error> {
        let client = client
        return Task { try await client.value(for: request) }
    }

    @Test func tenThousandCallersMakeOneRequest() async throws {
        let count = TestLength.count(2_500, long: 10_000)
        let joins = Lock(0)
        let everybodyHasJoined = Gate()
        let counter = StepObserver { step in
            guard case .joined = step else { return }
            let number = joins.withLock { joins in
                joins += 1
                return joins
            }
            if number == count - 1 { everybodyHasJoined.open() }
        }
        // With manual time, no timeout ends the exchange however long the callers take on a busy machine.
        let client = Client(
            words, transport: stub, cache: nil, retry: .never, observers: [counter], time: clock.time)
        let responses = Lock<[[String]]>([])
        let done = Gate()
        let add: @Sendable ([String]) -> Void = { [responses] response in
            if responses.withLock({
                $0.append(response)
                return $0.count == count
            }) {
                done.open()
            }
        }
        let queue = DispatchQueue(label: "callers")
        var subscriptions: [AnyCancellable] = []
        for number in 0..<count {
            switch number % 3 {
            case 0: Task { add(try await client.value(for: WordsRequest("all"))) }
            case 1:
                client.fetch(WordsRequest("all"), on: queue) { result in
                    if case .success(let value) = result { add(value) }
                }
            default:
                subscriptions.append(
                    client.publisher(for: WordsRequest("all")).sink { _ in
                    } receiveValue: {
                        add($0)
                    })
            }
        }
        await everybodyHasJoined.wait()
        #expect(stub.requests.count == 1)
        gate.open()
        await done.wait()
        #expect(responses.withLock { $0.allSatisfy { $0 == ["a", "b"] } })
        #expect(stub.requests.count == 1)
        #expect(words.decodings.withLock { $0 } == 1)
        #expect(subscriptions.count == count / 3)
    }

    @Test func oneExchangeIsReportedOnceAndNamesTheCallThatBeganIt() async throws {
        let first = value()
        try await gate.waitUntilWaiting()
        let second = value()
        try await eventually { joined == 1 }
        gate.open()
        #expect(try await first.value == second.value)
        let calls = events.events.map(\.call)
        let (one, other) = (calls.min() ?? 0, calls.max() ?? 0)
        let steps = Dictionary(grouping: events.events, by: \.call).mapValues { $0.map(\.step) }
        #expect(
            steps[one]?.dropLast() == [.started, .attempt(number: 1), .head(status: 200), .body(bytes: 9), .decoded])
        #expect(steps[other]?.dropLast() == [.started, .joined(call: one), .decoded])
        for steps in steps.values {
            guard case .finished(let metrics) = steps.last else {
                Issue.record("\(steps)")
                continue
            }
            #expect(metrics.attempts == 1)
            #expect(metrics.bodyBytes == 9)
        }
    }

    @Test func whoComesInTheMiddleOfTheBodyGetsAllOfIt() async throws {
        let hold = Gate()
        try await withServer { _ in
            LoopbackResponse([
                .head(status: 200, headers: [("Content-Length", "10")]), .bytes(Data("first".utf8)), .hold(hold),
                .bytes(Data("later".utf8)),
            ])
        } test: { (server) async throws in
            let events = EventRecorder()
            let client = Carrier.asyncHTTPClient.client(for: Loopback(server), observers: [events])
            let first = Task { try await client.value(for: .text("/")) }
            try await eventually { events.events.contains { $0.step == .head(status: 200) } }
            let second = Task { try await client.value(for: .text("/")) }
            try await eventually { events.events.contains { if case .joined = $0.step { true } else { false } } }
            hold.open()
            let values = [try await first.value, try await second.value]
            #expect(values == ["firstlater", "firstlater"])
            #expect(server.counts.exchanges == 1)
        }
    }

    @Test("The last to leave closes the exchange, no other", arguments: Carrier.allCases)
    func leaving(carrier: Carrier) async throws {
        try await withServer { _ in
            .silence
        } test: { (server) async throws in
            let events = EventRecorder()
            let client = carrier.client(for: Loopback(server), observers: [events])
            var tasks: [Task<String, any Error>] = []
            for number in 0..<3 {
                tasks.append(Task { try await client.value(for: .text("/")) })
                try await server.wait { $0.openExchanges == 1 }
                try await eventually {
                    events.events.count { if case .joined = $0.step { true } else { false } } == number
                }
            }
            for task in tasks {
                #expect(server.counts.openExchanges == 1)
                task.cancel()
                #expect((await task.result.failure as? FetchError)?.isCancellation == true)
            }
            try await server.wait { $0.openExchanges == 0 && $0.abortedExchanges == 1 }
            #expect(server.counts.exchanges == 1)
        }
    }

    @Test func theNextInLineReportsTheStepsWhenTheFirstLeaves() async throws {
        let first = value()
        try await gate.waitUntilWaiting()
        let second = value()
        try await eventually { joined == 1 }
        first.cancel()
        _ = await first.result
        gate.open()
        #expect(try await second.value == ["a", "b"])
        let steps = Dictionary(grouping: events.events, by: \.call).mapValues { $0.map(\.step) }
        let calls = steps.keys.sorted()
        #expect(steps[calls[0]] == [.started, .attempt(number: 1), .cancelled])
        #expect(
            steps[calls[1]]?.dropLast() == [
                .started, .joined(call: calls[0]), .head(status: 200), .body(bytes: 9), .decoded,
            ])
    }

    @Test func aCallerThatJoinsOneWithoutObserversReportsTheStepsWhenThatLeaves() async throws {
        let client = Client(words, transport: stub, cache: nil, retry: .never)
        let first = Task { try await client.value(for: WordsRequest("all")) }
        try await gate.waitUntilWaiting()
        let outcome = Lock<Result<[String], FetchError>?>(nil)
        _ = client.start(WordsRequest("all"), observers: [events]) { result in
            outcome.withLock { $0 = result.map(\.value) }
        }
        try await eventually { joined == 1 }
        first.cancel()
        _ = await first.result
        gate.open()
        try await eventually { outcome.withLock { $0 != nil } }
        #expect(try outcome.withLock { $0 }?.get() == ["a", "b"])
        let steps = events.events.map(\.step)
        guard case .joined = steps.dropFirst().first, case .finished = steps.last else {
            Issue.record("\(steps)")
            return
        }
        #expect(steps.dropFirst(2).dropLast() == [.head(status: 200), .body(bytes: 9), .decoded])
    }

    @Test func aFailureReachesAll() async throws {
        let gate = gate
        let stub = StubTransport { _ async throws(FetchError) in
            await gate.wait()
            return .text("gone", status: 410)
        }
        let client = Client(words, transport: stub, cache: nil, retry: .never, observers: [events])
        let tasks = (0..<5).map { _ in
            Task { await failure { () async throws(FetchError) in try await client.value(for: WordsRequest("all")) } }
        }
        try await eventually { joined == 4 }
        gate.open()
        for task in tasks {
            let error = await task.value
            #expect(error?.kind == .status(.gone))
            #expect(error?.response?.text == "gone")
            #expect(error?.request?.url == "https://words.example/all")
        }
        #expect(stub.requests.count == 1)
        #expect(events.events.count { if case .failed = $0.step { true } else { false } } == 5)
    }

    @Test func whoHasLessTimeLeavesAlone() async throws {
        let patient = value()
        try await gate.waitUntilWaiting()
        let hasty = WordsRequest("all").timeout(.seconds(2))
        let second = Task { [client, hasty] in
            await failure { () async throws(FetchError) in try await client.value(for: hasty) }
        }
        try await eventually { joined == 1 }
        try await clock.waitForSleepers(dueWithin: .seconds(2))
        clock.advance(by: .seconds(2))
        #expect(await second.value?.kind == .timedOut(.call(.seconds(2))))
        gate.open()
        #expect(try await patient.value == ["a", "b"])
        #expect(stub.requests.count == 1)
    }

    @Test func aServerThatIsSilentEndsAll() async throws {
        let tasks = (0..<3).map { _ in value() }
        try await eventually { joined == 2 }
        try await gate.waitUntilWaiting()
        try await clock.waitForSleepers(dueWithin: .seconds(30))
        clock.advance(by: .seconds(30))
        for task in tasks {
            let error = await task.result.failure as? FetchError
            #expect(error?.kind == .timedOut(.idle(.seconds(30))))
        }
        #expect(gate.waiterCount == 0)
    }

    @Test func aCallMayHaveAnExchangeOfItsOwn() async throws {
        let alone = WordsRequest("all").sharing(.never)
        let tasks = [value(), value(alone), value(alone)]
        try await gate.waitUntilWaiting(count: 3)
        gate.open()
        for task in tasks { #expect(try await task.value == ["a", "b"]) }
        #expect(stub.requests.count == 3)
        #expect(joined == 0)
    }

    @Test func accountsAndMethodsStayApart() async throws {
        let first = value()
        try await gate.waitUntilWaiting()
        words.token.withLock { $0 = "two" }
        let second = value()
        try await gate.waitUntilWaiting(count: 2)
        let post = value(WordsRequest("all", method: .post))
        let other = value(WordsRequest("all", method: .post))
        try await gate.waitUntilWaiting(count: 4)
        gate.open()
        for task in [first, second, post, other] { _ = try await task.value }
        #expect(joined == 0)
    }

    @Test func everyCallerHasATransformOfHisOwn() async throws {
        let tasks = (0..<4).map { number in
            Task { [client] in
                try await client.value(for: WordsRequest("all").map { "\($0.joined())\(number)" })
            }
        }
        let bytes = Task { [client] in try await client.data(for: WordsRequest("all")).value.count }
        try await eventually { joined == 3 }
        gate.open()
        var values: [String] = []
        for task in tasks { values.append(try await task.value) }
        #expect(values == ["ab0", "ab1", "ab2", "ab3"])
        #expect(words.decodings.withLock { $0 } == 1)
        // It accepts other types, so it sent a request of its own.
        #expect(try await bytes.value == 9)
        #expect(stub.requests.count == 2)
    }

    @Test func whatOneCannotReadAnotherMay() async throws {
        let gate = gate
        let stub = StubTransport { _ async throws(FetchError) in
            await gate.wait()
            return StubTransport.Response(headers: [.contentType: "text/html"], chunks: [Data("plain".utf8)])
        }
        let client = Client(words, transport: stub, cache: nil, retry: .never, observers: [events])
        let strict = Task {
            await failure { () async throws(FetchError) in try await client.value(for: WordsRequest("all")) }
        }
        try await gate.waitUntilWaiting()
        let reading = ResponseReading<Words, Int>(accept: "application/json") { body, _, _ in body.count }
        let lenient = Task { try await client.value(for: Request<Words, Int>("all", reading: reading)) }
        try await eventually { joined == 1 }
        gate.open()
        #expect(await strict.value?.code == "wrong_content")
        #expect(try await lenient.value == 5)

        // And the other way round.
        let later = Gate()
        let second = StubTransport { _ async throws(FetchError) in
            await later.wait()
            return StubTransport.Response(headers: [.contentType: "text/html"], chunks: [Data("plain".utf8)])
        }
        let other = Client(words, transport: second, cache: nil, retry: .never, observers: [events])
        let first = Task { try await other.value(for: Request<Words, Int>("all", reading: reading)) }
        try await later.waitUntilWaiting()
        let last = Task {
            await failure { () async throws(FetchError) in try await other.value(for: WordsRequest("all")) }
        }
        try await eventually { joined == 2 }
        later.open()
        #expect(try await first.value == 5)
        #expect(await last.value?.code == "wrong_content")
        #expect(second.requests.count == 1)
    }

    @Test func callsOneAfterAnotherDoNotShare() async throws {
        gate.open()
        _ = try await client.value(for: WordsRequest("all"))
        _ = try await client.value(for: WordsRequest("all"))
        #expect(stub.requests.count == 2)
        #expect(joined == 0)
    }

    @Test("Retries are shared, too, and wait as long as anybody does")
    func retries() async throws {
        let isDown = Lock(true)
        let gate = gate
        let stub = StubTransport { _ async throws(FetchError) in
            await gate.wait()
            return isDown.withLock { $0 } ? .status(503, headers: [.retryAfter: "9"]) : .json(#"["a"]"#)
        }
        var limits = Limits()
        limits.callTimeout = nil
        limits.idleTimeout = nil
        let client = Client(words, transport: stub, cache: nil, limits: limits, observers: [events], time: clock.time)
        let hasty = WordsRequest("all").timeout(.seconds(5))
        let first = Task { [hasty] in
            await failure { () async throws(FetchError) in try await client.value(for: hasty) }
        }
        try await gate.waitUntilWaiting()
        let second = Task { try await client.value(for: WordsRequest("all")) }
        try await eventually { joined == 1 }
        gate.open()
        try await clock.waitForSleepers(count: 2)
        clock.advance(by: .seconds(5))
        #expect(await first.value?.kind == .timedOut(.call(.seconds(5))))
        isDown.withLock { $0 = false }
        clock.advance(by: .seconds(4))
        #expect(try await second.value == ["a"])
        #expect(stub.requests.count == 2)
    }

    @Test("Joining and leaving at random moments leaves nothing open", arguments: Carrier.allCases)
    func storm(carrier: Carrier) async throws {
        try await withServer { _ in
            .chunked(["one", "two", "three"])
        } test: { (server) async throws in
            let client = carrier.client(for: Loopback(server), observers: [EventRecorder()])
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<500 {
                    group.addTask {
                        let task = Task { try? await client.value(for: .text("/\(number % 3)")) }
                        await passTurns((number % 13) * 3)
                        if number % 4 != 0 { task.cancel() }
                        let value = await task.value
                        if number % 4 == 0 { #expect(value == "onetwothree") }
                    }
                }
            }
            try await server.wait { $0.openExchanges == 0 }
            #expect(server.counts.exchanges < 500)
        }
    }
}

/// An observer made of a closure.
private struct StepObserver: FetchObserver {
    let body: @Sendable (FetchEvent.Step) -> Void

    func observe(_ event: FetchEvent) { body(event.step) }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
