import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import Testing

// The code of the guide "Server-sent events (SSE)".

struct Bourse: Service {
    let baseURL = "https://bourse.example/v1"
}

struct Price: Decodable, Sendable {
    let symbol: String
    let cents: Int
}

struct Word: Decodable, Sendable {
    let text: String
}

extension Request where API == Bourse, Value == Price {
    static var prices: Self { Request("prices") }
}

func watchPrices(_ bourse: Client<Bourse>, show: (Price) -> Void) async throws {
    for try await event in bourse.events(for: .prices) { show(event.value) }
}

enum Change: Sendable {
    case put(Price)
    case removed(symbol: String)
}

func changes(of bourse: Client<Bourse>) -> ServerEvents<Bourse, Change> {
    bourse.events(for: .prices) { event, service in
        switch event.name {
        case "put": .put(try service.decode(Price.self, from: Data(event.value.utf8)))
        case "removed": .removed(symbol: event.value)
        default: nil  // an event of this name is skipped
        }
    }
}

func printAll(_ bourse: Client<Bourse>) async throws {
    for try await event in bourse.textEvents(for: .prices) { print(event.name, event.value) }
}

func patientPrices(of bourse: Client<Bourse>) -> ServerEvents<Bourse, Price> {
    bourse.events(for: .prices).reconnectionDelay(.seconds(30))
}

extension Request where API == Bourse, Value == Word {
    static func advice(on question: String) -> Self {
        Request("advice", method: .post, body: .json(["question": question]))
    }
}

func advice(_ bourse: Client<Bourse>, on question: String) -> ServerEvents<Bourse, Word> {
    bourse.events(for: .advice(on: question)).ending(at: "[DONE]").failing(on: "error")
}

func watchPrices(
    _ bourse: Client<Bourse>, show: (Price) -> Void, note: @escaping @Sendable (String) -> Void
) async throws {
    let prices = bourse.events(for: .prices).onStateChange { state in
        if state == .open { note("live") }
        if case .waiting(let date, _) = state { note("next attempt at \(date)") }
        if case .closed = state { note("closed") }
    }
    for try await event in prices { show(event.value) }
}

/// Notes texts, from any thread.
private final class EventNotes: Sendable {
    private let list = Lock<[String]>([])

    var texts: [String] { list.withLock { $0 } }

    func add(_ text: String) { list.withLock { $0.append(text) } }
}

@Suite(.timeLimit(.minutes(1)))
struct EventStreamSnippets {
    @Test func pricesAreShown() async throws {
        let server = StubTransport { _ in .events(#"{"symbol": "ACME", "cents": 1250}"#) }
        let bourse = Client(Bourse(), transport: server, cache: nil)
        for try await event in bourse.events(for: .prices) {
            #expect(event.value.cents == 1250)
            break
        }
    }

    @Test func theStreamContinuesAfterTheLastEvent() async throws {
        let clock = ManualClock()
        let server = StubTransport { request in
            let last = request.head.headerFields[HTTPField.Name("Last-Event-ID")!]
            return .events([ServerEvent(id: last == nil ? "1" : "2", value: #"{"symbol": "ACME", "cents": 1250}"#)])
        }
        let bourse = Client(Bourse(), transport: server, cache: nil, time: clock.time)
        let reading = Task {
            var ids: [String?] = []
            for try await event in bourse.events(for: .prices).prefix(2) { ids.append(event.id) }
            return ids
        }
        try await clock.waitForSleepers(dueWithin: .seconds(4))
        clock.advance(by: .seconds(4))
        #expect(try await reading.value == ["1", "2"])
    }

    @Test func aReturningNetworkEndsTheWait() async throws {
        let (clock, network) = (ManualClock(), ManualReachability())
        let server = StubTransport { _ in .events(#"{"symbol": "ACME", "cents": 1250}"#) }
        var configuration = ClientConfiguration(transport: server, cache: nil)
        configuration.time = clock.time
        configuration.reachability = network
        let bourse = Client(Bourse(), configuration)
        let reading = Task {
            var count = 0
            for try await _ in bourse.events(for: .prices).prefix(2) { count += 1 }
            return count
        }
        try await clock.waitForSleepers(dueWithin: .seconds(4))
        network.isOffline = true
        network.isOffline = false
        #expect(try await reading.value == 2)
    }

    @Test func changesAreReadByTheirName() async throws {
        let server = StubTransport { _ in
            .events([ServerEvent(name: "ping", value: ""), ServerEvent(name: "removed", value: "ACME")])
        }
        let bourse = Client(Bourse(), transport: server, cache: nil)
        for try await event in changes(of: bourse) {
            guard case .removed("ACME") = event.value else {
                Issue.record("\(event)")
                return
            }
            break
        }
    }

    @Test func anAdviceEndsWithItsSentinel() async throws {
        let server = StubTransport { _ in .events(#"{"text": "Buy"}"#, #"{"text": " low"}"#, "[DONE]") }
        let bourse = Client(Bourse(), transport: server, cache: nil)
        var text = ""
        for try await event in advice(bourse, on: "ACME") { text += event.value.text }
        #expect(text == "Buy low")
    }

    @Test func watchingEndsWithTheServer() async throws {
        let gone = Client(Bourse(), transport: StubTransport { _ in .status(204) }, cache: nil)
        var count = 0
        try await watchPrices(gone) { _ in count += 1 }
        let notes = EventNotes()
        try await watchPrices(gone, show: { _ in count += 1 }, note: { notes.add($0) })
        #expect(count == 0)
        #expect(notes.texts == ["closed"])
    }
}
