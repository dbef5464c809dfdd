import Foundation
import FreshetCore
import FreshetHTTP
import HTTPTypes

/// An exchange that is being recorded, including its secrets. It ends only once, whatever ends it
/// first.
///
/// While it runs, it only keeps references. All other work happens when the tape is made.
final class RecordedExchange: ExchangeObserver {
    /// The call and the number of an attempt, as counted by the process.
    struct Attempt {
        let call: UInt64
        let number: Int
        let cause: String?
    }

    private struct State {
        var attempt: Attempt?
        /// Its number among all exchanges of the recorder, in order.
        var number = 0
        var sent = Data()
        var sentSize = 0
        var head: HTTPResponse?
        var headTime = Duration.zero
        var chunks: [(data: Data, offset: Duration)] = []
        var size = 0
        var kept = 0
        var metrics: AttemptMetrics?
        var error: FetchError?
        var end: Duration?
    }

    private let head: HTTPRequest
    private let url: String
    private let time: TimeSource
    private let start: Duration
    private let date: Date
    private let bodyLimit: Int
    private let hasBody: Bool
    private let names: SecretNames
    private let secrets: [String]
    private let onEnd: @Sendable (_ number: Int, _ bytes: Int) -> Void
    private let state: Lock<State>

    /// - Parameter onEnd: Called once, with the exchange's number and the size of its bodies in
    ///   memory.
    init(
        _ request: TransportRequest, url: String, _ time: TimeSource, bodyLimit: Int,
        onEnd: @escaping @Sendable (_ number: Int, _ bytes: Int) -> Void
    ) {
        self.onEnd = onEnd
        head = request.head
        self.url = url
        self.time = time
        self.bodyLimit = bodyLimit
        start = time.now()
        date = time.date()
        hasBody = request.body != nil
        names = request.secretNames
        secrets = request.unnamedSecrets
        var state = State()
        switch request.body {
        case .bytes(let data): (state.sent, state.sentSize) = (data.prefix(bodyLimit), data.count)
        case .file(let file):
            state.sent = Self.beginning(of: file, limit: bodyLimit)
            state.sentSize = (try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? state.sent.count
        case .stream, nil: break
        }
        self.state = Lock(state)
    }

    private static func beginning(of file: URL, limit: Int) -> Data {
        guard limit > 0, let handle = try? FileHandle(forReadingFrom: file) else { return Data() }
        defer { try? handle.close() }
        return (try? handle.read(upToCount: limit)) ?? Data()
    }

    /// The attempt to which the exchange belongs; `nil` if no client reported one.
    // A closure, because a key path would copy the complete state.
    var attempt: Attempt? { state.withLock { $0.attempt } }

    /// Records the attempt and the exchange's number in the recorder.
    func enter(_ attempt: Attempt?, number: Int) {
        state.withLock { ($0.attempt, $0.number) = (attempt, number) }
    }

    /// Requests the transport's measurements, and the chunks of a streamed body.
    func prepare(_ request: inout TransportRequest) {
        if case .stream(let length, let chunks) = request.body {
            let recorded = RecordedChunks(chunks, self)
            request.body = .stream(length: length, AsyncThrowingStream { try await recorded.next() })
        }
        request.onMetrics = { [weak self, report = request.onMetrics] metrics in
            self?.state.withLock { $0.metrics = metrics }
            report?(metrics)
        }
    }

    func sent(_ chunk: Data) {
        state.withLock { state in
            state.sentSize += chunk.count
            state.sent.append(chunk.prefix(bodyLimit - state.sent.count))
        }
    }

    func receive(_ head: HTTPResponse) {
        let now = time.now() - start
        state.withLock { ($0.head, $0.headTime) = (head, now) }
    }

    func receive(_ chunk: Data) {
        let now = time.now() - start
        state.withLock { state in
            guard state.end == nil else { return }
            state.size += chunk.count
            guard state.kept < bodyLimit, !chunk.isEmpty else { return }
            let part = chunk.prefix(bodyLimit - state.kept)
            state.kept += part.count
            state.chunks.append((part, now))
        }
    }

    /// - Parameter error: The failure; `nil` if the body is complete.
    func end(_ error: FetchError?) {
        let now = time.now() - start
        let ended = state.withLock { state -> (number: Int, bytes: Int)? in
            guard state.end == nil else { return nil }
            (state.end, state.error) = (now, error)
            return (state.number, state.sent.count + state.kept)
        }
        if let ended { onEnd(ended.number, ended.bytes) }
    }

    // MARK: - The entry

    /// Returns the entry for the tape, including its secrets.
    func entry(numbers: [UInt64: Int]) -> SecretEntry {
        let now = time.now() - start
        let state = state.withLock { $0 }
        let body = hasBody ? Tape.Body(state.sent, size: state.sentSize) : nil
        var entry = Tape.Entry(
            request: Tape.Request(method: head.method, url: url, fields: head.headerFields, body: body),
            response: state.head.map { response($0, state) }, start: date,
            timeToHead: state.headTime, duration: state.end ?? now)
        entry.connectTime = state.metrics?.connectTime
        entry.blockedTime = state.metrics?.connectionTime.map { $0 - (state.metrics?.connectTime ?? .zero) }
        // An exchange in progress is recorded as abandoned for the time being.
        if let error = state.end == nil ? .cancelled : state.error { entry.failure = Tape.Failure(error) }
        if entry.failure?.isCancellation == true, isComplete(entry.response) { entry.failure = nil }
        if let attempt = state.attempt {
            entry.attempt = Tape.Attempt(
                call: numbers[attempt.call] ?? 0, number: attempt.number, cause: attempt.cause)
        }
        return SecretEntry(entry, names: names, secrets: secrets)
    }

    private func response(_ head: HTTPResponse, _ state: State) -> Tape.Response {
        var body = Data(capacity: state.kept)
        for chunk in state.chunks { body.append(chunk.data) }
        var response = Tape.Response(head: head, body: Tape.Body(body, size: state.size))
        if state.chunks.count > 1 {
            response.chunks = state.chunks.map { Tape.Chunk(count: $0.data.count, offset: $0.offset) }
        }
        response.version = state.metrics?.protocolVersion
        return response
    }

    /// Returns whether a response is complete although no reader has reached its end: its body is
    /// empty, or as long as `Content-Length`.
    private func isComplete(_ response: Tape.Response?) -> Bool {
        guard let response, let body = response.body else { return false }
        let status = response.head.status.code
        if head.method == .head || status == 204 || status == 304 { return true }
        return response.head.headerFields.contentLength == body.size
    }
}

/// An entry before its secrets are replaced.
struct SecretEntry {
    var entry: Tape.Entry
    /// The service's names whose values are secret.
    let names: SecretNames
    /// The secrets that can't be recognised by a name.
    let secrets: [String]

    init(_ entry: Tape.Entry, names: SecretNames, secrets: [String] = []) {
        self.entry = entry
        self.names = names
        self.secrets = secrets
    }
}
