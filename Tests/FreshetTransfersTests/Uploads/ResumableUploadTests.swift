import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetTransfers

/// Uploads that resume (draft-ietf-httpbis-resumable-upload).
@Suite(.timeLimit(.minutes(10)))
struct ResumableUploadTests {
    /// A server with resumable uploads whose connections break.
    private final class UploadServer: Sendable {
        struct State {
            var received = Data()
            /// After how many bytes the next parts break off; those after them are complete.
            var cuts: [Int] = []
            var isComplete = false
            var isForgotten = false
            /// Whether the response to the last part is lost.
            var losesResponse = false
            var sentBytes = 0
            var creations = 0
        }

        let state: Lock<State>

        init(cuts: [Int] = [], _ change: (inout State) -> Void = { _ in }) {
            var state = State(cuts: cuts)
            change(&state)
            self.state = Lock(state)
        }

        func respond(to request: TransportRequest) async throws(FetchError) -> StubTransport.Response {
            let fields = request.head.headerFields
            #expect(fields[.version] == "6")
            switch request.head.method {
            case .post:
                #expect(fields[.complete] == "?0" && fields[.contentType] == "text/plain")
                return state.withLock { state in
                    (state.received, state.isComplete, state.isForgotten) = (Data(), false, false)
                    state.creations += 1
                    return .status(201, headers: [.location: "/uploads/7"])
                }
            case .head:
                return state.withLock { state in
                    if state.isForgotten { return .status(404) }
                    return .status(
                        204, headers: [.offset: "\(state.received.count)", .complete: state.isComplete ? "?1" : "?0"])
                }
            default:
                #expect(request.head.method == .patch && request.head.path == "/uploads/7")
                return try await take(request, at: fields[.offset].flatMap { Int($0) } ?? -1)
            }
        }

        private func take(
            _ request: TransportRequest, at offset: Int
        ) async throws(FetchError) -> StubTransport.Response {
            let fields = request.head.headerFields
            #expect(fields[.contentType] == "application/partial-upload" && fields[.complete] == "?1")
            guard !state.withLock({ $0.isForgotten }) else { return .status(404) }
            guard state.withLock({ $0.received.count }) == offset else { return .status(409) }
            let cut = state.withLock { $0.cuts.isEmpty ? Int.max : $0.cuts.removeFirst() }
            var count = 0
            for chunk in await Self.chunks(of: request.body) {
                let taken = chunk.prefix(cut - count)
                count += taken.count
                state.withLock { state in
                    state.received += taken
                    state.sentBytes += taken.count
                }
                request.onSent?(taken.count)
                if count >= cut { throw FetchError(.connectionLost) }
            }
            let isLost = state.withLock { state in
                state.isComplete = true
                defer { state.losesResponse = false }
                return state.losesResponse
            }
            if isLost { throw FetchError(.connectionLost) }
            return .text("all of it")
        }

        private static func chunks(of body: TransportRequest.Body?) async -> [Data] {
            switch body {
            case .bytes(let data):
                return stride(from: 0, to: data.count, by: 1000).map { data.dropFirst($0).prefix(1000) }
            case .stream(_, let stream):
                var chunks: [Data] = []
                var iterator = stream.makeAsyncIterator()
                while let chunk = try? await iterator.next(isolation: #isolation) { chunks.append(chunk) }
                return chunks
            default: return []
            }
        }
    }

    private struct Desk: Service {
        let baseURL = "https://desk.example"
    }

    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    private var file: URL { folder.appendingPathComponent("report.txt") }
    private var record: URL { folder.appendingPathComponent("report.upload") }

    private func withFile(of count: Int, _ test: (Data) async throws -> Void) async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let content = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
        try content.write(to: file)
        try await test(content)
    }

    private func client(_ server: UploadServer, attempts: Int = 3) -> (Client<Desk>, StubTransport) {
        let stub = StubTransport { request async throws(FetchError) in try await server.respond(to: request) }
        let retry = RetryPolicy(attempts: attempts, base: .zero)
        return (Client(Desk(), transport: stub, cache: nil, retry: retry), stub)
    }

    private var request: Request<Desk, String> {
        Request("reports", method: .post, body: .file(file, contentType: "text/plain"), reading: .text)
    }

    private func methods(_ stub: StubTransport) -> [String] { stub.requests.map(\.head.method.rawValue) }

    // MARK: - Cuts

    @Test("After 200 lost connections an upload is complete, and nothing was sent twice", arguments: [true, false])
    func cuts(asFile: Bool) async throws {
        // In `./test --long` 100 MB.
        let count = TestLength.count(1_000_000, long: 100_000_000)
        try await withFile(of: count) { (content) async throws in
            var random = SeededRandom(seed: 3)
            let server = UploadServer(cuts: (0..<200).map { _ in .random(in: 1...count / 300, using: &random) })
            let (client, stub) = client(server)
            var request = request
            if !asFile { request.body = .bytes(content, contentType: "text/plain") }
            #expect(try await client.upload(request).value == "all of it")
            #expect(server.state.withLock { $0.received } == content)
            #expect(server.state.withLock { $0.sentBytes } == count)
            // The creation, 201 parts, and a question after each lost one.
            #expect(stub.requests.count == 402)
        }
    }

    @Test("Without progress the policy's attempts count") func attempts() async throws {
        try await withFile(of: 5000) { (_) async throws in
            let server = UploadServer(cuts: [1000, 0, 0, 0, 0])
            let (client, stub) = client(server)
            let error = await #expect(throws: FetchError.self) { try await client.upload(request) }
            #expect(error?.kind == .connectionLost)
            // The creation, a part that gets further, and three that do not.
            #expect(methods(stub) == ["POST", "PATCH", "HEAD", "PATCH", "HEAD", "PATCH", "HEAD", "PATCH"])
        }
    }

    // MARK: - Another process

    @Test("After 200 failures the next upload is complete, and nothing was sent twice")
    func restarts() async throws {
        let count = TestLength.count(200_000, long: 100_000_000)
        try await withFile(of: count) { (content) async throws in
            var random = SeededRandom(seed: 4)
            let server = UploadServer(cuts: (0..<200).map { _ in .random(in: 1...count / 300, using: &random) })
            for _ in 0..<200 {
                await #expect(throws: FetchError.self) {
                    try await client(server, attempts: 1).0.upload(request, record: record)
                }
                #expect(FileManager.default.fileExists(atPath: record.path))
            }
            #expect(try await client(server, attempts: 1).0.upload(request, record: record).value == "all of it")
            #expect(server.state.withLock { $0.received } == content)
            #expect(server.state.withLock { $0.sentBytes } == count && server.state.withLock { $0.creations } == 1)
            #expect(!FileManager.default.fileExists(atPath: record.path))
        }
    }

    @Test(
        "A record of other content, of another request, or a damaged one begins",
        arguments: ["content", "request", "record"])
    func otherRecord(what: String) async throws {
        try await withFile(of: 5000) { (_) async throws in
            let server = UploadServer(cuts: [1000])
            await #expect(throws: FetchError.self) {
                try await client(server, attempts: 1).0.upload(request, record: record)
            }
            var changed = request
            switch what {
            case "content": try Data(repeating: 1, count: 6000).write(to: file)
            case "request": changed.path = "others"
            default: try Data("{".utf8).write(to: record)
            }
            #expect(try await client(server).0.upload(changed, record: record).value == "all of it")
            #expect(server.state.withLock { $0.creations } == 2)
        }
    }

    // MARK: - What the server says

    @Test("An upload that the server has forgotten begins again, once", arguments: [true, false])
    func forgotten(forEver: Bool) async throws {
        try await withFile(of: 5000) { (content) async throws in
            let server = UploadServer(cuts: [1000])
            await #expect(throws: FetchError.self) {
                try await self.client(server, attempts: 1).0.upload(request, record: record)
            }
            server.state.withLock { $0.isForgotten = true }
            let stub = StubTransport { request async throws(FetchError) in
                let response = try await server.respond(to: request)
                if forEver { server.state.withLock { $0.isForgotten = true } }
                return response
            }
            let client = Client(Desk(), transport: stub, cache: nil, retry: .never)
            guard forEver else {
                #expect(try await client.upload(request, record: record).value == "all of it")
                #expect(server.state.withLock { $0.received } == content)
                return
            }
            let error = await #expect(throws: FetchError.self) { try await client.upload(request, record: record) }
            #expect(error?.status == .notFound)
            #expect(methods(stub) == ["HEAD", "POST", "PATCH"])
        }
    }

    @Test("If the response is lost, the outcome is unknown, unless it has no value")
    func lostResponse() async throws {
        try await withFile(of: 5000) { (_) async throws in
            let (client, _) = client(UploadServer { $0.losesResponse = true })
            let error = await #expect(throws: FetchError.self) { try await client.upload(request) }
            #expect(error?.kind == .unknownOutcome)
            let (other, stub) = self.client(UploadServer { $0.losesResponse = true })
            try await other.upload(request.reading(.nothing)).value
            #expect(methods(stub) == ["POST", "PATCH", "HEAD"])
        }
    }

    @Test("A server without resumable uploads, and one that names no offset, fail the call")
    func otherServers() async throws {
        try await withFile(of: 5000) { (_) async throws in
            for response in [StubTransport.Response.status(201), .status(201, headers: [.location: "http://"])] {
                let stub = StubTransport { _ in response }
                let client = Client(Desk(), transport: stub, cache: nil)
                let error = await #expect(throws: FetchError.self) { try await client.upload(request) }
                #expect(error?.code == "protocol_violation" && stub.requests.count == 1)
            }
            for offset in ["", "-1", "5001", "x"] {
                let stub = StubTransport { request throws(FetchError) in
                    switch request.head.method {
                    case .post: return .status(201, headers: [.location: "/uploads/7"])
                    case .head: return .status(204, headers: [.offset: offset])
                    default: throw FetchError(.connectionLost)
                    }
                }
                let client = Client(Desk(), transport: stub, cache: nil, retry: RetryPolicy(base: .zero))
                let error = await #expect(throws: FetchError.self) { try await client.upload(request) }
                #expect(error?.code == "protocol_violation")
            }
        }
    }

    @Test("A refusal ends the upload and removes its record; a stream can't be sent in parts")
    func refusals() async throws {
        try await withFile(of: 5000) { (_) async throws in
            let stub = StubTransport { request in
                request.head.method == .post ? .status(201, headers: [.location: "/uploads/7"]) : .status(422)
            }
            let client = Client(Desk(), transport: stub, cache: nil)
            let error = await #expect(throws: FetchError.self) { try await client.upload(request, record: record) }
            #expect(error?.status?.code == 422 && stub.requests.count == 2)
            #expect(!FileManager.default.fileExists(atPath: record.path))
            var stream = request
            stream.body = .stream(AsyncStream<Data> { $0.finish() })
            let refusal = await #expect(throws: FetchError.self) { try await client.upload(stream) }
            #expect(refusal?.code == "invalid_request")
        }
    }

    @Test("The address may be on another origin, which gets no secret of the service")
    func otherOrigin() async throws {
        struct Secretive: Service {
            let baseURL = "https://desk.example"
            var credentials: Credentials? { .bearer("s3cret") }
            var headers: HTTPFields { [.init("X-Api-Key")!: "s3cret"] }
        }
        let stub = StubTransport { request in
            request.head.method == .post
                ? .status(201, headers: [.location: "https://store.example/7"]) : .text("all of it")
        }
        let body = RequestBody.bytes(Data("text".utf8))
        let request = Request<Secretive, String>("reports", method: .post, body: body, reading: .text)
        #expect(try await Client(Secretive(), transport: stub, cache: nil).upload(request).value == "all of it")
        #expect(stub.requests.map(\.head.authority) == ["desk.example", "store.example"])
        #expect(stub.requests[0].head.headerFields[.authorization] == "Bearer s3cret")
        #expect(stub.requests[1].head.headerFields[.authorization] == nil)
        #expect(stub.requests[1].head.headerFields[.init("X-Api-Key")!] == nil)
    }

    @Test("The progress is that of the complete upload, and ends once")
    func progress() async throws {
        try await withFile(of: 5000) { (content) async throws in
            let steps = Lock<[TransferProgress]>([])
            let (client, _) = client(UploadServer(cuts: [1000, 2000]))
            var request = request
            request.body = .bytes(content, contentType: "text/plain")
            _ = try await client.upload(request.onProgress { step in steps.withLock { $0.append(step) } })
            let all = steps.withLock { $0 }
            #expect(all.map(\.sent.bytes) == all.map(\.sent.bytes).sorted())
            #expect(all.last?.sent.bytes == 5000 && all.allSatisfy { $0.sent.total == 5000 })
            #expect(all.filter(\.isLast).count == 1 && all.last?.isLast == true)
        }
    }
}

extension HTTPField.Name {
    fileprivate static let version = Self("Upload-Draft-Interop-Version")!
    fileprivate static let complete = Self("Upload-Complete")!
    fileprivate static let offset = Self("Upload-Offset")!
}
