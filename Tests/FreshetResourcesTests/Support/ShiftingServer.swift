import Foundation
import FreshetCore
import FreshetResources
import FreshetStreams
import FreshetTesting
import HTTPTypes

/// A service with a list of numbered values, for each account another.
struct Shelves: Service {
    let baseURL = "https://shelves.example"
    var account: Account

    var credentials: Credentials? { Credentials.bearer(account.name).account(account.name) }

    struct Page: Codable, Sendable, Equatable, Identifiable {
        var number: Int
        var entries: [Entry]
        var hasNext: Bool

        var id: Int { number }

        mutating func set(_ id: Int, to value: Int) {
            for index in entries.indices where entries[index].id == id { entries[index].value = value }
        }

        var texts: [String] { entries.map { "\($0.id):\($0.value)" } }
    }

    struct Entry: Codable, Sendable, Equatable, Identifiable {
        var id: Int
        var account: String
        var value: Int
    }
}

extension PagedRequest where API == Shelves, Page == Shelves.Page {
    static var entries: Self { .numbered(Request<API, Page>("entries").tagged("shelves")) { $0.hasNext } }
}

extension Request where API == Shelves, Value == Shelves.Entry {
    static func entry(_ id: Int) -> Self { Request("entries/\(id)") }
    static func set(_ id: Int, to value: Int) -> Self {
        Request("entries/\(id)", method: .put, body: .json(["value": value]))
    }
}

/// A server that takes a request when a schedule says so, and responds later, in any order. It refuses some writes, and
/// loses some requests and some responses. Its lists grow and shrink.
final class ShiftingServer: Sendable {
    struct Write: Sendable {
        enum End: Sendable {
            case confirmed, refused, unknown
        }

        let value: Int
        let id: Int
        /// Whether its entry shows it with its response alone. A response to a fetch that began after the write may be
        /// newer.
        let showsResult: Bool
        /// How often the account had changed before. A change empties every state, and what a write showed goes with
        /// it.
        let session: Int
        /// Who called; empty as long as the server has not taken it over.
        var account = ""
        /// When the server took it over; `nil` if it has not.
        var applied: Int?
        var end: End?
    }

    private struct Exchange: Sendable {
        let request: TransportRequest
        let continuation: CheckedContinuation<Outcome, Never>
        /// What will be responded; `nil` as long as the server has not taken the request.
        var outcome: Outcome?
    }

    private enum Outcome: Sendable {
        case response(StubTransport.Response)
        case lost
    }

    private struct Shelf {
        var ids = Array(1...8)
        /// The values that an entry had, and since when.
        var history: [Int: [(value: Int, turn: Int)]] = [:]

        func value(_ id: Int) -> Int { history[id]?.last?.value ?? 0 }
    }

    private struct State {
        var turn = 0
        var shelves: [String: Shelf] = [:]
        var writes: [Int: Write] = [:]
        /// The writes that have come here, or will not.
        var sent: Set<Int> = []
        var exchanges: [Exchange] = []
        var isKind = false
        var lastID = 8
    }

    private let state: Lock<State>
    let transport: StubTransport

    init() {
        let state = Lock(State())
        self.state = state
        transport = StubTransport { request throws(FetchError) in
            let outcome = await withCheckedContinuation { continuation in
                state.withLock { state in
                    state.exchanges.append(Exchange(request: request, continuation: continuation))
                    if let value = Self.value(of: request) { state.sent.insert(value) }
                }
            }
            switch outcome {
            case .response(let response): return response
            case .lost: throw FetchError(.connectionLost)
            }
        }
    }

    // MARK: - What happens

    /// Whether nothing is refused or lost any more.
    var isKind: Bool {
        get { state.withLock { $0.isKind } }
        set { state.withLock { $0.isKind = newValue } }
    }

    func begin(_ value: Int, to id: Int, showsResult: Bool, session: Int) {
        state.withLock {
            $0.writes[value] = Write(value: value, id: id, showsResult: showsResult, session: session)
        }
    }

    func end(_ value: Int, _ end: Write.End) {
        state.withLock { state in
            state.writes[value]?.end = end
            state.sent.insert(value)
        }
    }

    /// Takes one of the requests that wait.
    func decide(_ random: inout SeededRandom) -> String? {
        state.withLock { state in
            let open = state.exchanges.indices.filter { state.exchanges[$0].outcome == nil }
            guard let index = open.randomElement(using: &random) else { return nil }
            let fate = state.isKind ? 9 : Int.random(in: 0..<10, using: &random)
            state.turn += 1
            let request = state.exchanges[index].request
            state.exchanges[index].outcome = Self.outcome(of: request, fate, &state)
            return "\(request.head.method) \(request.head.path ?? "") by \(Self.account(of: request)), fate \(fate)"
        }
    }

    /// Sends one of the responses that are ready.
    func deliver(_ random: inout SeededRandom) -> String? {
        let exchange = state.withLock { state -> Exchange? in
            let ready = state.exchanges.indices.filter { state.exchanges[$0].outcome != nil }
            return ready.randomElement(using: &random).map { state.exchanges.remove(at: $0) }
        }
        guard let exchange, let outcome = exchange.outcome else { return nil }
        exchange.continuation.resume(returning: outcome)
        return "\(exchange.request.head.method) \(exchange.request.head.path ?? "")"
    }

    /// Adds an entry at the front, or removes one of the later ones.
    func shift(of account: String, _ random: inout SeededRandom) {
        state.withLock { state in
            state.turn += 1
            if Bool.random(using: &random) {
                state.lastID += 1
                state.shelves[account, default: Shelf()].ids.insert(state.lastID, at: 0)
            } else if let id = state.shelves[account]?.ids.filter({ $0 > 2 }).randomElement(using: &random) {
                state.shelves[account]?.ids.removeAll { $0 == id }
            }
        }
    }

    private static func outcome(of request: TransportRequest, _ fate: Int, _ state: inout State) -> Outcome {
        let account = account(of: request)
        let id = (request.head.path ?? "").split(separator: "/").dropFirst().first.flatMap { Int($0) }
        if request.head.method == .put {
            return write(request, id, account, fate, &state)
        }
        if fate == 0 { return .lost }
        let shelf = state.shelves[account] ?? Shelf()
        if let id { return response(entry(id, account, shelf), to: request) }
        let number = (request.head.path ?? "").split(separator: "page=").dropFirst().first.flatMap { Int($0) } ?? 1
        return response(page(number, account, shelf), to: request)
    }

    private static func write(
        _ request: TransportRequest, _ id: Int?, _ account: String, _ fate: Int, _ state: inout State
    ) -> Outcome {
        guard fate > 0, let id, let value = value(of: request) else { return .lost }
        state.writes[value]?.account = account
        if fate == 1 || !(state.shelves[account] ?? Shelf()).ids.contains(id) {
            return .response(.status(422))
        }
        state.shelves[account, default: Shelf()].history[id, default: []].append((value, state.turn))
        state.writes[value]?.applied = state.turn
        // The response is lost, and the server has the value.
        if fate == 2 { return .lost }
        return response(Shelves.Entry(id: id, account: account, value: value), to: request)
    }

    /// The value of a write.
    private static func value(of request: TransportRequest) -> Int? {
        guard request.head.method == .put, case .bytes(let body) = request.body else { return nil }
        return try? JSONDecoder().decode([String: Int].self, from: body)["value"]
    }

    private static func response<Value: Encodable>(_ value: Value, to request: TransportRequest) -> Outcome {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let body = (try? encoder.encode(value)) ?? Data()
        let tag = "\"\(body.base64EncodedString())\""
        var headers: HTTPFields = [.contentType: "application/json", .eTag: tag, .cacheControl: "max-age=60"]
        if request.head.method == .put { headers[.cacheControl] = nil }
        if request.head.headerFields[.ifNoneMatch] == tag { return .response(.status(304, headers: headers)) }
        return .response(StubTransport.Response(headers: headers, chunks: [body]))
    }

    private static func account(of request: TransportRequest) -> String {
        request.head.headerFields[.authorization].map { String($0.dropFirst("Bearer ".count)) } ?? ""
    }

    // MARK: - What it has

    private static func entry(_ id: Int, _ account: String, _ shelf: Shelf) -> Shelves.Entry {
        Shelves.Entry(id: id, account: account, value: shelf.value(id))
    }

    private static func page(_ number: Int, _ account: String, _ shelf: Shelf) -> Shelves.Page {
        let ids = shelf.ids.dropFirst((number - 1) * 3).prefix(3)
        return Shelves.Page(
            number: number, entries: ids.map { entry($0, account, shelf) }, hasNext: shelf.ids.count > number * 3)
    }

    func pages(of account: String) -> [Int: Shelves.Page] {
        state.withLock { state in
            let shelf = state.shelves[account] ?? Shelf()
            let numbers = 1...(max(1, (shelf.ids.count + 2) / 3))
            return Dictionary(uniqueKeysWithValues: numbers.map { ($0, Self.page($0, account, shelf)) })
        }
    }

    func entry(_ id: Int, of account: String?) -> Shelves.Entry {
        state.withLock { Self.entry(id, account ?? "", $0.shelves[account ?? ""] ?? Shelf()) }
    }

    var endedWrites: [Write] { state.withLock { $0.writes.values.filter { $0.end != nil } } }

    /// Whether all writes have ended, also those that the app has cancelled.
    var hasNoWrites: Bool {
        state.withLock { state in
            state.writes.values.allSatisfy { $0.end != nil }
                && state.exchanges.allSatisfy { $0.request.head.method != .put }
        }
    }

    /// Whether all writes have been sent or have ended.
    var isEveryWriteSent: Bool { state.withLock { $0.sent.count == $0.writes.count } }

    /// Whether the server had a value of the entry of a write after that.
    func had(_ value: Int, since write: Write) -> Bool {
        state.withLock { state in
            let history = state.shelves[write.account]?.history[write.id] ?? []
            return history.contains { $0.value == value && $0.turn >= write.applied ?? .max }
        }
    }
}
