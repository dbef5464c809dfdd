import Foundation
public import FreshetCore
import FreshetHTTP
import HTTPTypes

/// A transport that responds from a tape, without a network.
///
/// ```swift
/// let tape = try Tape(contentsOf: URL(filePath: "headlines.har"))
/// let replay = ReplayTransport(tape)
/// let news = Client(News(), transport: replay, cache: nil)
/// ```
///
/// It finds the entry for a request in its ``Tape`` according to ``TapeRules``. Equal entries are
/// served in tape order, once each. A failure is replayed as the same error, and a body in the
/// chunks in which it arrived. If the recorded caller abandoned the exchange, the replayed one
/// waits until it is cancelled. A conditional request that the recorded response satisfies gets a
/// 304.
///
/// A request without a matching entry fails with a ``TapeMiss``, which names the nearest entry and
/// the differences.
///
/// ## Time
///
/// By default, the dates of a response (`Date`, `Expires`, `Retry-After`, and those of cookies) are
/// moved from the time of the recording to the present, so that a year-old tape is as fresh as it
/// was then. A client that uses the tape's ``time`` receives the dates as they were recorded.
public final class ReplayTransport: CancellableTransport {
    /// The pace at which the parts of responses arrive.
    public enum Pace: Sendable, Hashable {
        /// Immediately.
        case atOnce
        /// With the recorded delays.
        case recorded
    }

    private struct State {
        var isServed: [Bool]
        var bindings = Bindings()
        var isOnTapeTime = false
        /// The elapsed time of the tape: the latest end of any entry that was served.
        var played = Duration.zero

        mutating func serve(_ index: Int, _ new: Bindings, until end: Duration) {
            isServed[index] = true
            bindings = new
            played = max(played, end)
        }
    }

    /// The tape.
    public let tape: Tape
    private let rules: TapeRules
    private let pace: Pace
    private let live: (any Transport)?
    private let clock: TimeSource
    private let start: Date
    private let recorded: [ComparableRequest]
    private let index: EntryIndex
    private let state: Lock<State>

    /// Makes a transport.
    ///
    /// - Parameters:
    ///   - tape: The tape.
    ///   - rules: The rules for finding the entry for a request.
    ///   - pace: The pace at which the parts of responses arrive.
    ///   - live: Sends requests to addresses that the rules exclude. With `nil`, the default, those
    ///     requests fail.
    ///   - clock: The clock for the recorded pace.
    public init(
        _ tape: Tape, rules: TapeRules = .standard, pace: Pace = .atOnce, live: (any Transport)? = nil,
        clock: TimeSource = .system
    ) {
        self.tape = tape
        self.rules = rules
        self.pace = pace
        self.live = live
        self.clock = clock
        start = tape.start ?? Date(timeIntervalSince1970: 0)
        recorded = tape.entries.map { ComparableRequest($0.request, rules) }
        index = EntryIndex(recorded)
        state = Lock(State(isServed: Array(repeating: false, count: tape.entries.count)))
    }

    /// The entries that haven't been served, in order.
    public var unservedEntries: [Tape.Entry] {
        let isServed = state.withLock(\.isServed)
        return zip(tape.entries, isServed).filter { !$0.1 }.map(\.0)
    }

    /// Returns the recorded response for a request.
    ///
    /// - Throws: The recorded failure, or a ``FetchError`` with a ``TapeMiss``.
    public func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        let url = request.head.address
        if rules.isExcluded(url) {
            guard let live else { throw miss(.excluded, request, []) }
            return try await live.send(request)
        }
        let body = try await request.collectedBody()
        let wanted = Tape.Request(
            method: request.head.method, url: url, fields: request.head.headerFields, body: body.map { Tape.Body($0) })
        let (index, isConfirmed) = try take(wanted, request)
        return try await response(of: tape.entries[index], isConfirmed: isConfirmed, to: request)
    }

    // MARK: - Entries

    /// Finds the entry for a request and reserves it, so that no other request gets it.
    ///
    /// - Returns: The entry's position, and whether it satisfies the request's condition.
    private func take(
        _ wanted: Tape.Request, _ request: TransportRequest
    ) throws(FetchError) -> (index: Int, isConfirmed: Bool) {
        let comparable = ComparableRequest(wanted, rules)
        let names = request.secretNames
        let candidates = index.positions(for: comparable).filter { canServe($0, to: wanted) }
        let found = state.withLock { state -> (index: Int, isServed: Bool)? in
            func compared(_ index: Int) -> Comparison {
                Comparison(comparable, recorded[index], rules, names, state.bindings, isBrief: true)
            }
            func serve(_ index: Int, _ comparison: Comparison) -> (index: Int, isServed: Bool) {
                let entry = tape.entries[index]
                let end = Duration.seconds(entry.start.timeIntervalSince(start)) + entry.duration
                state.serve(index, comparison.bindings, until: end)
                return (index, false)
            }
            // An entry with different credentials is used only as a last resort.
            var other: (index: Int, comparison: Comparison)?
            for index in candidates where !state.isServed[index] {
                let comparison = compared(index)
                if comparison.isMatch, comparison.isExact { return serve(index, comparison) }
                if comparison.isMatch, other == nil { other = (index, comparison) }
            }
            if let other, !rules.isRepeating { return serve(other.index, other.comparison) }
            var last: Int?
            for index in candidates.reversed() where state.isServed[index] {
                let comparison = compared(index)
                if comparison.isMatch, comparison.isExact { return (index, true) }
                if comparison.isMatch, last == nil { last = index }
            }
            return other.map { serve($0.index, $0.comparison) } ?? last.map { ($0, true) }
        }
        guard let found else {
            let nearest = nearest(to: comparable, names)
            throw miss(.noEntry, request, nearest.map { $0.differences } ?? [], entry: nearest?.index)
        }
        guard !found.isServed || rules.isRepeating else { throw miss(.allServed, request, [], entry: found.index) }
        let entry = tape.entries[found.index]
        let isConfirmed = isConfirmed(entry, by: wanted)
        if let response = entry.response, !isConfirmed, response.body == nil || response.body?.isCut == true {
            throw miss(.recordedWithoutBody, request, [], entry: found.index)
        }
        return (found.index, isConfirmed)
    }

    /// Returns whether an entry can be served to a request. A 304 requires a conditional request.
    private func canServe(_ index: Int, to request: Tape.Request) -> Bool {
        guard let status = tape.entries[index].response?.head.status else { return true }
        return status != .notModified || hasCondition(request)
    }

    private func hasCondition(_ request: Tape.Request) -> Bool {
        request.fields.contains(.ifNoneMatch) || request.fields.contains(.ifModifiedSince)
    }

    private func isConfirmed(_ entry: Tape.Entry, by request: Tape.Request) -> Bool {
        guard request.method == .get || request.method == .head, hasCondition(request),
            let head = entry.response?.head, head.status == .ok
        else { return false }
        let stored = StoredResponse(
            status: 200, headers: head.headerFields, requestTime: entry.start, responseTime: entry.start)
        return Conditions.areMet(by: stored, request.fields)
    }

    private func nearest(
        to request: ComparableRequest, _ names: SecretNames
    ) -> (index: Int, differences: [String])? {
        let bindings = state.withLock(\.bindings)
        return recorded.indices.lazy
            .map { index in
                (index, Comparison(request, self.recorded[index], self.rules, names, bindings, isBrief: false))
            }
            .min { $0.1.weight < $1.1.weight }
            .map { ($0.0, $0.1.differences) }
    }

    private func miss(
        _ reason: TapeMiss.Reason, _ request: TransportRequest, _ differences: [String], entry: Int? = nil
    ) -> FetchError {
        let names = request.secretNames
        let forms = SecretForms(request.unnamedSecrets.map { ($0, SecretNames.replacement) })
        func redacted(_ text: String) -> String { forms.replaced(in: names.redacted(items: text) ?? text) }
        let nearest = entry.map { index in
            let request = tape.entries[index].request
            return redacted("entry \(index + 1), \(request.method.rawValue) \(request.url)")
        }
        let miss = TapeMiss(
            reason: reason, request: redacted("\(request.head.method.rawValue) \(request.head.address)"),
            nearest: nearest, differences: differences.map(forms.replaced), unreadable: tape.unreadableEntries)
        return FetchError(.invalidRequest(miss.description), underlying: miss)
    }

    // MARK: - Responses

    private func response(
        of entry: Tape.Entry, isConfirmed: Bool, to request: TransportRequest
    ) async throws(FetchError) -> TransportResponse {
        let start = clock.now()
        var metrics = AttemptMetrics()
        metrics.protocolVersion = entry.response?.version
        metrics.isReplayed = true
        if let response = entry.response {
            try await wait(entry.timeToHead, from: start)
            var head = isConfirmed ? Conditions.notModified(response.head) : response.head
            if !state.withLock(\.isOnTapeTime) {
                head.headerFields = head.headerFields.moved(by: clock.date().timeIntervalSince(entry.start))
            }
            let body = ReplayedBody(
                isConfirmed ? [] : response.parts, failure: isConfirmed ? nil : entry.failure, pace: pace, start, clock,
                report: { [report = request.onMetrics, metrics] in report?(metrics) })
            return TransportResponse(head: head, body: body)
        }
        try await wait(entry.duration, from: start)
        request.onMetrics?(metrics)
        let failure = entry.failure ?? Tape.Failure(code: "connection_lost")
        if failure.isCancellation { try await Self.waitForCancellation() }
        throw FetchError(replaying: failure)
    }

    private func wait(_ time: Duration, from start: Duration) async throws(FetchError) {
        if Task.isCancelled { throw .cancelled }
        guard pace == .recorded else { return }
        do { try await clock.sleep(start + time) } catch { throw .cancelled }
    }

    /// Waits until the task is cancelled.
    static func waitForCancellation() async throws(FetchError) {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        for await _ in stream {}
        continuation.finish()
        throw .cancelled
    }
}

// MARK: - The time of the tape

extension ReplayTransport {
    /// The tape's time, which starts at the date of the first entry and advances as entries are
    /// served.
    ///
    /// It advances by the durations of the served entries. After the first use of this property,
    /// responses have their recorded dates. Timeouts and retry delays use the system clock.
    public var time: TimeSource {
        useTapeTime()
        return TimeSource(ContinuousClock()) { [start, state] in
            start.addingTimeInterval(state.withLock(\.played) / .seconds(1))
        }
    }

    /// Returns the tape's time on a clock, such as FreshetTesting's `ManualClock`.
    ///
    /// ```swift
    /// let clock = ManualClock()
    /// let replay = ReplayTransport(tape)
    /// let news = Client(News(), transport: replay, cache: HTTPCache(), time: replay.time(on: clock))
    /// _ = try await news.value(for: .headlines)
    /// clock.advance(by: .seconds(24 * 60 * 60))
    /// _ = try await news.value(for: .headlines)
    /// ```
    ///
    /// Its date starts at the date of the first entry and moves with the clock. After the first
    /// call, responses have their recorded dates.
    public func time<C: Clock>(on clock: C) -> TimeSource where C.Duration == Duration {
        useTapeTime()
        let origin = clock.now
        return TimeSource(clock) { [start] in start.addingTimeInterval(origin.duration(to: clock.now) / .seconds(1)) }
    }

    private func useTapeTime() { state.withLock { $0.isOnTapeTime = true } }
}

// MARK: - Requests

extension TransportRequest {
    /// Returns the bytes of the body as a transport would send them, or `nil` if there is none.
    fileprivate func collectedBody() async throws(FetchError) -> Data? {
        switch body {
        case nil: return nil
        case .bytes(let data):
            onSent?(data.count)
            return data
        case .file(let file):
            do {
                let data = try Data(contentsOf: file)
                onSent?(data.count)
                return data
            } catch { throw FetchError(.file(error.localizedDescription), underlying: error) }
        case .stream(_, let chunks):
            var data = Data()
            do {
                for try await chunk in chunks {
                    data.append(chunk)
                    onSent?(chunk.count)
                }
            } catch { throw error as? FetchError ?? FetchError(.connectionLost, underlying: error) }
            if Task.isCancelled { throw .cancelled }
            return data
        }
    }
}
