import Foundation
import FreshetCore
import FreshetJSON
import FreshetTapes
import FreshetTesting
import HTTPTypes
import Testing

/// A service of films.
struct Films: Service {
    var baseURL = "https://films.example/v1"
    var credentials: Credentials?
    var secretNames = SecretNames.standard
}

extension Request where API == Films {
    /// A request for the bytes of a path.
    static func get(_ path: String, _ query: Query = [:]) -> Request<Films, Data> {
        Request<Films, Data>(RequestPath(path), query: query)
    }

    static func post(_ path: String, _ body: RequestBody) -> Request<Films, Data> {
        Request<Films, Data>(RequestPath(path), method: .post, body: body)
    }
}

/// A client whose exchanges with a stub are recorded.
struct Taped {
    let client: Client<Films>
    let recorder: TapeRecorder
    let stub: StubTransport
    let clock = ManualClock()

    init(
        _ service: Films = Films(), cache: HTTPCache? = nil, retry: RetryPolicy = .never,
        bodyLimit: Int = TapeRecorder.defaultBodyLimit,
        _ response: @escaping @Sendable (TransportRequest) async throws(FetchError) -> StubTransport.Response
    ) {
        stub = StubTransport(response)
        recorder = TapeRecorder(bodyLimit: bodyLimit)
        var configuration = ClientConfiguration(transport: stub, cache: cache)
        configuration.retry = retry
        configuration.time = clock.time
        configuration.plugins.append(recorder)
        client = Client(service, configuration)
    }

    var tape: Tape { recorder.tape }

    /// The text of the tape's file.
    var file: String { String(decoding: tape.har, as: UTF8.self) }
}

extension Tape {
    /// A tape of one exchange.
    static func of(
        _ url: String, _ text: String = "[]", method: HTTPRequest.Method = .get, fields: HTTPFields = [:],
        body: String? = nil, response: HTTPFields = [.contentType: "application/json"], status: Int = 200
    ) -> Tape {
        Tape([.of(url, text, method: method, fields: fields, body: body, response: response, status: status)])
    }

    /// The tape read from the bytes of its file.
    var reread: Tape { get throws { try Tape(har: har) } }

    /// The tape without times, and without the lengths that its bodies had before they were redacted.
    var timeless: Tape {
        var tape = self
        for index in tape.entries.indices {
            tape.entries[index].start = Date(timeIntervalSince1970: 0)
            tape.entries[index].timeToHead = .zero
            tape.entries[index].duration = .zero
            tape.entries[index].connectTime = nil
            tape.entries[index].blockedTime = nil
            tape.entries[index].response?.originalFields = [:]
            for chunk in (tape.entries[index].response?.chunks ?? []).indices {
                tape.entries[index].response?.chunks[chunk].offset = .zero
            }
        }
        return tape
    }

    /// The file of a tape beside the tests.
    static func browser(_ name: String) throws -> Tape {
        try Tape(contentsOf: #require(Bundle.module.url(forResource: "Browsers/\(name)", withExtension: "har")))
    }

    /// Leaves the file where `scripts/check-tapes` finds it, if the scripts have built.
    func leave(as name: String, file: String = #filePath) throws {
        let root = URL(filePath: file).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let builds = root.appending(path: ".build-all")
        guard FileManager.default.fileExists(atPath: builds.path) else { return }
        try write(to: builds.appending(path: "tapes/\(name).har"))
    }
}

extension Tape.Entry {
    static func of(
        _ url: String, _ text: String = "[]", method: HTTPRequest.Method = .get, fields: HTTPFields = [:],
        body: String? = nil, response: HTTPFields = [.contentType: "application/json"], status: Int = 200
    ) -> Tape.Entry {
        Tape.Entry(
            request: Tape.Request(
                method: method, url: url, fields: fields, body: body.map { Tape.Body(Data($0.utf8)) }),
            response: Tape.Response(
                head: HTTPResponse(status: .init(code: status), headerFields: response),
                body: Tape.Body(Data(text.utf8))),
            start: Date(timeIntervalSince1970: 1_600_000_000))
    }
}

extension ReplayTransport {
    /// A client that this transport responds to.
    func client(_ service: Films = Films(), cache: HTTPCache? = nil, retry: RetryPolicy = .never) -> Client<Films> {
        Client(service, transport: self, cache: cache, retry: retry)
    }

    /// Sends a request without a client.
    func text(
        _ url: String, method: HTTPRequest.Method = .get, fields: HTTPFields = [:], body: String? = nil
    ) async throws(FetchError) -> String {
        let mark = url.firstRange(of: "://")!.upperBound
        let slash = url[mark...].firstIndex(of: "/") ?? url.endIndex
        let head = HTTPRequest(
            method: method, scheme: String(url[..<url.firstIndex(of: ":")!]), authority: String(url[mark..<slash]),
            path: String(url[slash...]), headerFields: fields)
        let response = try await send(TransportRequest(head: head, body: body.map { .bytes(Data($0.utf8)) }))
        var data = Data("\(response.head.status.code) ".utf8)
        while let chunk = try await response.body.next() { data.append(chunk) }
        return String(decoding: data, as: UTF8.self)
    }
}

/// The failure of a call; `nil` if it succeeds.
func failure<Value>(_ body: () async throws(FetchError) -> Value) async -> FetchError? {
    do throws(FetchError) {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}
