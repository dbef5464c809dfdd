import Foundation
public import FreshetCore
import FreshetHTTP
import HTTPTypes

/// Records all requests and responses that are sent over the network.
///
/// ```swift
/// let recorder = TapeRecorder()
/// var configuration = ClientConfiguration.platform
/// configuration.plugins.append(recorder)
/// let news = Client(News(), configuration)
/// _ = try await news.value(for: .headlines)
/// try recorder.tape.write(to: URL(filePath: "headlines.har"))
/// ```
///
/// Each request is recorded as the transport receives it, including redirects, retries, the cache's
/// conditional requests and the requests with which a session renews its token. Otherwise, nothing
/// changes: the same requests are sent, responses are cached and shared as before, and a stream is
/// recorded as far as it is read, at its reader's pace.
///
/// Several clients may share a recorder. It keeps everything in memory until it is released. The
/// result is a ``Tape``.
///
/// ## Secrets
///
/// Secrets are replaced when ``tape`` is read; see ``Tape/redacted(_:)``. The `secretNames` of each
/// client's service apply.
public final class TapeRecorder: ObservingPlugin {
    /// The number of bytes recorded of each body by default: 10 MiB.
    public static let defaultBodyLimit = 10 << 20

    /// The exchanges recorded so far.
    private struct State {
        /// The exchanges in order, with the size of those that have ended. Exchanges before `first`
        /// were removed.
        private var entries: [(exchange: RecordedExchange?, bytes: Int)] = []
        private var first = 0
        /// The number of the first element among all exchanges.
        private var offset = 0
        private var bytes = 0
        /// The reason for the next attempt of each call in progress.
        var causes: [UInt64: String] = [:]
        /// The numbers of the calls in the tape, each with the number of its exchanges.
        private var calls: [UInt64: (number: Int, exchanges: Int)] = [:]
        private var lastNumber = 0

        var exchanges: [RecordedExchange] { entries[first...].compactMap(\.exchange) }
        var numbers: [UInt64: Int] { calls.mapValues(\.number) }

        mutating func add(_ exchange: RecordedExchange, attempt: RecordedExchange.Attempt?) {
            exchange.enter(attempt, number: offset + entries.count)
            entries.append((exchange, 0))
            guard let call = attempt?.call else { return }
            if calls[call] == nil { lastNumber += 1 }
            calls[call, default: (lastNumber, 0)].exchanges += 1
        }

        /// Counts the bytes of an exchange that has ended, unless it was already removed.
        mutating func count(_ new: Int, of number: Int) {
            let index = number - offset
            guard index >= first, index < entries.count else { return }
            bytes += new - entries[index].bytes
            entries[index].bytes = new
        }

        /// Removes the oldest exchanges that exceed the limits.
        mutating func removeOldest(entryLimit: Int, byteLimit: Int) {
            while entries.count - first > entryLimit || bytes > byteLimit, entries.count - first > 1 {
                let call = entries[first].exchange?.attempt?.call
                bytes -= entries[first].bytes
                entries[first] = (nil, 0)
                first += 1
                guard let call, let known = calls[call] else { continue }
                calls[call] = known.exchanges > 1 ? (known.number, known.exchanges - 1) : nil
            }
            guard first > 1_000 else { return }
            entries.removeFirst(first)
            offset += first
            first = 0
        }

        mutating func removeAll() {
            let (next, causes) = (offset + entries.count, causes)
            self = State()
            (offset, self.causes) = (next, causes)
        }
    }

    let bodyLimit: Int
    private let entryLimit: Int
    private let byteLimit: Int
    private let isExcluded: @Sendable (_ url: String) -> Bool
    private let state = Lock(State())

    /// Makes a recorder.
    ///
    /// - Parameters:
    ///   - bodyLimit: The maximum number of bytes recorded of each body. Longer bodies are
    ///     truncated.
    ///   - isExcluded: Returns whether requests to an address are left out. By default, all
    ///     requests are recorded.
    public init(
        bodyLimit: Int = TapeRecorder.defaultBodyLimit,
        excluding isExcluded: @escaping @Sendable (_ url: String) -> Bool = { _ in false }
    ) {
        self.bodyLimit = max(0, bodyLimit)
        entryLimit = .max
        byteLimit = .max
        self.isExcluded = isExcluded
    }

    /// Makes a recorder that removes the oldest exchanges beyond a maximum count or size.
    package init(bodyLimit: Int, entryLimit: Int, byteLimit: Int) {
        self.bodyLimit = max(0, bodyLimit)
        self.entryLimit = max(1, entryLimit)
        self.byteLimit = byteLimit
        isExcluded = { _ in false }
    }

    /// Everything recorded so far, without secrets. Exchanges in progress are included as far as
    /// they have got.
    public var tape: Tape {
        let (exchanges, numbers) = state.withLock { ($0.exchanges, $0.numbers) }
        var redactor = Redactor()
        return redactor.redacted(exchanges.map { $0.entry(numbers: numbers) })
    }

    /// Returns the exchanges of one call, without secrets.
    package func tape(of call: UInt64) -> Tape {
        let (exchanges, numbers) = state.withLock { ($0.exchanges, $0.numbers) }
        var redactor = Redactor()
        let own = exchanges.filter { $0.attempt?.call == call }
        return redactor.redacted(own.map { $0.entry(numbers: numbers) })
    }

    /// Removes everything recorded so far.
    public func removeAll() {
        state.withLock { $0.removeAll() }
    }

    /// Adds a transport that records each request, and an observer that learns the reasons for the
    /// attempts.
    public func observe(_ client: inout ClientConfiguration) {
        client.observers.append(CauseObserver(recorder: self))
        client.transport = transport(around: client.transport, time: client.time)
    }

    /// Returns a transport that records what another one sends, for use without a client
    /// configuration.
    ///
    /// Entries recorded this way have no ``Tape/Entry/attempt``.
    ///
    /// - Parameters:
    ///   - base: The transport that sends the requests.
    ///   - time: The clock and date for the entries.
    public func transport(around base: any Transport, time: TimeSource = .system) -> any Transport {
        base.observed { request in self.begin(request, time) }
    }

    // MARK: - Exchanges

    /// Starts recording an exchange. Returns `nil` if its address is excluded.
    func begin(_ request: TransportRequest, _ time: TimeSource) -> RecordedExchange? {
        let url = request.head.address
        guard !isExcluded(url) else { return nil }
        let attempt = request.attempt
        let exchange = RecordedExchange(request, url: url, time, bodyLimit: bodyLimit) { [weak self] number, bytes in
            self?.count(bytes, of: number)
        }
        state.withLock { state in
            let own = attempt.map { attempt in
                RecordedExchange.Attempt(
                    call: attempt.call, number: attempt.number, cause: state.causes.removeValue(forKey: attempt.call))
            }
            state.add(exchange, attempt: own)
            if isBounded { state.removeOldest(entryLimit: entryLimit, byteLimit: byteLimit) }
        }
        return exchange
    }

    private var isBounded: Bool { entryLimit < .max || byteLimit < .max }

    private func count(_ bytes: Int, of number: Int) {
        guard isBounded else { return }
        state.withLock { state in
            state.count(bytes, of: number)
            state.removeOldest(entryLimit: entryLimit, byteLimit: byteLimit)
        }
    }

    fileprivate func note(_ cause: String?, of call: UInt64) {
        state.withLock { $0.causes[call] = cause }
    }
}

/// Learns why attempts are sent from the events of their calls.
private struct CauseObserver: SharedAttemptsObserver {
    let recorder: TapeRecorder

    func observe(_ event: FetchEvent) {
        switch event.step {
        case .retry(let retry): recorder.note("retry after \(retry.failure)", of: event.call)
        case .repeated(let failure): recorder.note("repeated after \(failure)", of: event.call)
        case .redirect(let status, _): recorder.note("redirect \(status)", of: event.call)
        case .authentication(let step) where step.action == .sendingAgain:
            recorder.note("renewed token", of: event.call)
        case .cache(let step) where step.action == .validating || step.action == .completing:
            recorder.note(step.action == .validating ? "revalidation" : "rest of a part", of: event.call)
        case .finished, .failed, .cancelled: recorder.note(nil, of: event.call)
        default: break
        }
    }
}

extension HTTPRequest {
    /// The complete address of the request.
    var address: String { "\(scheme ?? "https")://\(authority ?? "")\(path ?? "/")" }
}
