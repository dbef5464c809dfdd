import Foundation
import FreshetCore
import FreshetDigests
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetTransfers

/// Downloads that resume: after a lost connection, and with the next download.
@Suite(.timeLimit(.minutes(2)))
struct ResumedDownloadTests {
    /// A file on a server whose connections break.
    final class FileServer: Sendable {
        struct State {
            var body: Data
            var tag = "\"1\""
            /// After how many bytes the next responses break off; those after them are complete.
            var cuts: [Int] = []
            var servesRanges = true
            var digest: Data?
            var sentBytes = 0
            /// What changes after the first response.
            var change: (@Sendable (inout State) -> Void)?
        }

        let state: Lock<State>

        init(_ body: Data, cuts: [Int] = [], _ change: (inout State) -> Void = { _ in }) {
            var state = State(body: body, cuts: cuts)
            change(&state)
            self.state = Lock(state)
        }

        var sentBytes: Int { state.withLock { $0.sentBytes } }

        func respond(to request: TransportRequest) -> StubTransport.Response {
            state.withLock { state in
                let fields = request.head.headerFields
                let start = fields[.range].flatMap { Int($0.dropFirst(6).prefix { $0 != "-" }) } ?? 0
                let isPart = state.servesRanges && fields[.range] != nil && fields[.ifRange] == state.tag
                if isPart, start >= state.body.count { return .status(416) }
                let bytes = isPart ? state.body[start...] : state.body[...]
                var response = StubTransport.Response(
                    status: isPart ? 206 : 200, headers: [.eTag: state.tag, .contentLength: "\(bytes.count)"])
                if isPart {
                    response.head.headerFields[.contentRange] =
                        "bytes \(start)-\(state.body.count - 1)/\(state.body.count)"
                }
                if let digest = state.digest {
                    response.head.headerFields[.reprDigest] = ReprDigest(sha256: digest).field
                }
                let cut = state.cuts.isEmpty ? bytes.count : state.cuts.removeFirst()
                let sent = bytes.prefix(cut)
                response.chunks = stride(from: 0, to: sent.count, by: 1000).map { sent.dropFirst($0).prefix(1000) }
                if cut < bytes.count { response.failure = FetchError(.connectionLost) }
                state.sentBytes += sent.count
                state.change.take()?(&state)
                return response
            }
        }
    }

    private static let file = Request<Shop, Data>("file", reading: .data)
    private let body: Data
    private let folder: URL
    private let target: URL

    init() throws {
        var random = SeededRandom(seed: 7)
        body = Data((0..<300_000).map { _ in UInt8(truncatingIfNeeded: random.next()) })
        folder = FileManager.default.temporaryDirectory.appending(path: "downloads-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        target = folder.appending(path: "file.bin")
    }

    private func client(_ server: FileServer, attempts: Int = 3) -> (Client<Shop>, StubTransport) {
        Shop.client(retry: RetryPolicy(attempts: attempts, base: .zero)) { server.respond(to: $0) }
    }

    private func ranges(_ stub: StubTransport) -> [String?] { stub.requests.map { $0.head.headerFields[.range] } }

    /// The lengths of 200 pieces of the body.
    private var cuts: [Int] {
        var random = SeededRandom(seed: 11)
        return (0..<200).map { _ in Int.random(in: 1...1400, using: &random) }
    }

    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    // MARK: - Resuming

    @Test("After 200 lost connections a download is complete, and nothing was sent twice")
    func lostConnections() async throws {
        let server = FileServer(body, cuts: cuts)
        let (client, stub) = client(server)
        let response = try await client.download(Self.file, to: target)
        #expect(try Data(contentsOf: target) == body)
        #expect(server.sentBytes == body.count && stub.requests.count == 201)
        #expect(response.head.status == .ok && response.metrics.attempts == 201)
        #expect(try files() == ["file.bin"])
        #expect(Set(stub.requests.dropFirst().map { $0.head.headerFields[.ifRange] }) == ["\"1\""])
    }

    @Test("After 200 downloads that failed the next one is complete, and nothing was sent twice")
    func restarts() async throws {
        let server = FileServer(body, cuts: cuts)
        for count in 1...200 {
            // Each with a client of its own, as in a new process.
            let (client, _) = client(server, attempts: 1)
            let error = await failure { () async throws(FetchError) in try await client.download(Self.file, to: target)
            }
            #expect(error?.kind == .connectionLost)
            let expected: Int = cuts.prefix(count).reduce(0, +)
            #expect(PartialDownload.bytes(for: target) == expected)
        }
        let (client, _) = client(server, attempts: 1)
        let progress = Lock<[DownloadProgress]>([])
        let response = try await client.download(Self.file, to: target) { step in progress.withLock { $0.append(step) }
        }
        #expect(try Data(contentsOf: target) == body)
        #expect(server.sentBytes == body.count)
        #expect(response.head.status == .ok && response.head.headerFields[.contentLength] == "\(body.count)")
        #expect(progress.withLock { $0.allSatisfy { $0.expectedBytes == body.count } })
        #expect(progress.withLock { $0.last?.fraction } == 1)
        #expect(try files() == ["file.bin"])
    }

    @Test func aStreamResumes() async throws {
        let server = FileServer(body, cuts: cuts)
        let (client, _) = client(server)
        let (request, progress) = Self.file.withProgress()
        let stream = try await client.stream(for: request)
        var received = Data()
        for try await chunk in stream { received.append(chunk) }
        #expect(received == body && server.sentBytes == body.count)
        #expect(stream.expectedBytes == body.count && stream.metrics.bodyBytes == body.count)
        var last: TransferProgress?
        for await step in progress { last = step }
        #expect(last?.received.bytes == body.count && last?.received.total == body.count)
    }

    @Test("Without progress the policy's attempts count") func attempts() async throws {
        let server = FileServer(body, cuts: [5000, 0, 1000, 0, 0, 0])
        let (client, stub) = client(server)
        let error = await failure { () async throws(FetchError) in try await client.download(Self.file, to: target) }
        #expect(error?.kind == .connectionLost)
        #expect(
            ranges(stub) == [
                nil, "bytes=5000-299999", "bytes=5000-299999", "bytes=6000-299999", "bytes=6000-299999",
            ])
        #expect(PartialDownload.bytes(for: target) == 6000)
        PartialDownload.remove(for: target)
        #expect(try files() == [])
    }

    @Test func theNextDownloadResumesACancelledOne() async throws {
        let server = FileServer(body)
        let (client, stub) = client(server)
        let call = Task {
            await failure { () async throws(FetchError) in
                try await client.download(Self.file, to: target) { step in
                    if step.receivedBytes > 100_000 { withUnsafeCurrentTask { $0?.cancel() } }
                }
            }
        }
        #expect(await call.value?.isCancellation == true)
        _ = try await client.download(Self.file, to: target)
        #expect(try Data(contentsOf: target) == body)
        #expect(ranges(stub) == [nil, "bytes=101000-"])
    }

    @Test("The file of a killed process is resumed once it is large", arguments: [60_000, 65_536])
    func killed(_ limit: Int) async throws {
        let server = FileServer(body)
        let (client, stub) = client(server)
        let other = folder.appending(path: "other.bin")
        let copied = Lock(0)
        _ = try await client.download(Self.file, to: target) { step in
            guard step.receivedBytes > limit, copied.withLock({ $0 }) == 0 else { return }
            copied.withLock { $0 = step.receivedBytes }
            // As another process would find them now.
            for ending in ["part", "part.json"] {
                let from = folder.appending(path: ".file.bin.\(ending)")
                let to = folder.appending(path: ".other.bin.\(ending)")
                try? FileManager.default.copyItem(at: from, to: to)
            }
        }
        let count = copied.withLock { $0 }
        #expect(PartialDownload.bytes(for: other) == count)
        _ = try await client.download(Self.file, to: other)
        #expect(try Data(contentsOf: other) == body)
        let rest: String? = count > 65_536 ? "bytes=\(count)-" : nil
        #expect(ranges(stub) == [nil, rest])
        #expect(try files() == ["file.bin", "other.bin"])
    }

    // MARK: - Starting over

    @Test("A file that has changed, or a server without ranges, starts over", arguments: [true, false], [1, 3])
    func startingOver(isChanged: Bool, attempts: Int) async throws {
        let new = isChanged ? Data("new".utf8) : body
        let server = FileServer(body, cuts: [50_000]) { state in
            state.change = { state in
                if isChanged { (state.tag, state.body) = ("\"2\"", new) } else { state.servesRanges = false }
            }
        }
        let (client, stub) = client(server, attempts: attempts)
        if attempts == 1 {
            _ = await failure { () async throws(FetchError) in try await client.download(Self.file, to: target) }
        }
        _ = try await client.download(Self.file, to: target)
        #expect(try Data(contentsOf: target) == new)
        #expect(ranges(stub) == (attempts == 1 ? [nil, "bytes=50000-"] : [nil, "bytes=50000-299999", nil]))
        #expect(try files() == ["file.bin"])
    }

    @Test("Only what a strong validator names is kept", arguments: ["W/\"1\"", ""])
    func noValidator(tag: String) async throws {
        let server = FileServer(body, cuts: [50_000]) { $0.tag = tag }
        let (client, stub) = client(server)
        let error = await failure { () async throws(FetchError) in try await client.download(Self.file, to: target) }
        #expect(error?.kind == .connectionLost && stub.requests.count == 1)
        #expect(try files() == [] && PartialDownload.bytes(for: target) == nil)
    }

    @Test("A damaged partial file is found, and starts over", arguments: ["byte", "longer", "record", "other"])
    func damage(kind: String) async throws {
        let server = FileServer(body, cuts: [50_000]) { [body] in $0.digest = Data(SHA256.digest(of: body)) }
        let (client, stub) = client(server, attempts: 1)
        _ = await failure { () async throws(FetchError) in try await client.download(Self.file, to: target) }
        let partial = folder.appending(path: ".file.bin.part")
        var request = Self.file
        switch kind {
        case "byte":
            var bytes = try Data(contentsOf: partial)
            bytes[30_000] ^= 1
            try bytes.write(to: partial)
        case "longer": try Data(count: 300_001).write(to: partial)
        case "record": try Data("{".utf8).write(to: folder.appending(path: ".file.bin.part.json"))
        default: request = request.query("other", 1)
        }
        _ = try await client.download(request, to: target)
        #expect(try Data(contentsOf: target) == body)
        #expect(ranges(stub) == (kind == "byte" ? [nil, "bytes=50000-", nil] : [nil, nil]))
    }

    @Test func aWrongDigestFailsAndLeavesTheOldFile() async throws {
        let server = FileServer(body) { $0.digest = Data(SHA256.digest(of: Data("other".utf8))) }
        let (client, stub) = client(server)
        try Data("old".utf8).write(to: target)
        let error = await failure { () async throws(FetchError) in try await client.download(Self.file, to: target) }
        #expect(error?.kind == .protocolViolation("the file has another digest than the response"))
        #expect(try Data(contentsOf: target) == Data("old".utf8) && stub.requests.count == 1)
        #expect(try files() == ["file.bin"])
    }

    @Test func twoDownloadsOfOneFileDoNotDisturbEachOther() async throws {
        let server = FileServer(body)
        let gate = Gate()
        let (client, _) = Shop.client { request async throws(FetchError) in
            await gate.wait()
            return server.respond(to: request)
        }
        let calls = (0..<2).map { _ in Task { try await client.download(Self.file, to: target) } }
        try await gate.waitUntilWaiting(count: 2)
        gate.open()
        for call in calls { _ = try await call.value }
        #expect(try Data(contentsOf: target) == body)
        #expect(try files() == ["file.bin"])
    }

    @Test func aPartThatTheAppAsksForIsNotTheFile() async throws {
        let server = FileServer(body)
        let (client, stub) = client(server)
        let part = Self.file.header(.range, "bytes=299990-").header(.ifRange, "\"1\"")
        let response = try await client.download(part, to: target)
        #expect(try Data(contentsOf: target) == body.suffix(10))
        #expect(response.head.status == .partialContent && ranges(stub) == ["bytes=299990-"])
    }
}
