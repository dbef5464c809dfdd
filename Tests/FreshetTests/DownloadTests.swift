import Foundation
import Freshet
import FreshetCore
import FreshetTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct DownloadTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }

    @Test("A file arrives with its progress", arguments: Carrier.allCases)
    func download(carrier: Carrier) async throws {
        let body = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
        try await withServer { _ in
            .data(body)
        } test: { (server) async throws in
            let file = folder.appendingPathComponent("picture.bin")
            try Data("old".utf8).write(to: file)
            let progress = Lock<[DownloadProgress]>([])
            let response = try await carrier.client(for: Loopback(server)).download(.text("/"), to: file) { step in
                progress.withLock { $0.append(step) }
            }
            #expect(response.value == file)
            #expect(try Data(contentsOf: file) == body)
            #expect(files == ["picture.bin"])
            let steps = progress.withLock { $0 }
            #expect(steps.last == steps.max { $0.receivedBytes < $1.receivedBytes })
            #expect(steps.last?.receivedBytes == 300_000)
            #expect(steps.last?.fraction == 1)
        }
    }

    @Test func aFailedDownloadLeavesTheOldFileAndNothingElse() async throws {
        try await withServer { _ in
            LoopbackResponse([
                .head(status: 200, headers: [("Content-Length", "100")]), .bytes(Data("half".utf8)), .close,
            ])
        } test: { (server) async throws in
            let file = folder.appendingPathComponent("picture.bin")
            try Data("old".utf8).write(to: file)
            let error = await failure { () async throws(FetchError) in
                try await Carrier.asyncHTTPClient.client(for: Loopback(server)).download(.text("/"), to: file)
            }
            #expect(error?.kind == .connectionLost)
            #expect(try Data(contentsOf: file) == Data("old".utf8))
            #expect(files == ["picture.bin"])
        }
    }

    @Test("A download resumes over connections that break", arguments: Carrier.allCases)
    func brokenConnections(carrier: Carrier) async throws {
        // ./test --long takes a hundred megabytes and 200 cuts.
        let count = TestLength.count(400_000, long: 100 << 20)
        let cuts = TestLength.count(20, long: 200)
        let body = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 167 >> 3) })
        let random = Lock(SeededRandom(seed: 5))
        let sent = Lock<[Int]>([])
        let held = Lock(0)
        try await withServer { request in
            let start = request.header("range").flatMap { Int($0.dropFirst(6).prefix { $0 != "-" }) } ?? 0
            // What has come is never sent again.
            #expect(start == held.withLock { $0 })
            let rest = body[start...]
            let isCut = sent.withLock { $0.count } < cuts
            let length = isCut ? random.withLock { Int.random(in: 0...2 * count / cuts, using: &$0) } : rest.count
            let part = rest.prefix(length)
            sent.withLock { $0.append(part.count) }
            var fields = [("ETag", "\"1\""), ("Content-Length", "\(rest.count)")]
            if start > 0 { fields.append(("Content-Range", "bytes \(start)-\(count - 1)/\(count)")) }
            return LoopbackResponse([.head(status: start > 0 ? 206 : 200, headers: fields), .bytes(part), .close])
        } test: { (server) async throws in
            let file = folder.appendingPathComponent("large.bin")
            let client = carrier.client(for: Loopback(server), retry: RetryPolicy(attempts: 100, base: .zero))
            let response = try await client.download(.text("/"), to: file) { step in
                held.withLock { $0 = step.receivedBytes }
            }
            #expect(try Data(contentsOf: file) == body)
            #expect(files == ["large.bin"])
            #expect(response.metrics.attempts == sent.withLock { $0.count })
        }
    }

    @Test func aFolderThatIsNotThereIsReported() async throws {
        try await withServer { _ in
            .text("x")
        } test: { (server) async throws in
            let error = await failure { () async throws(FetchError) in
                try await Carrier.asyncHTTPClient.client(for: Loopback(server))
                    .download(.text("/"), to: folder.appendingPathComponent("missing/x"))
            }
            guard case .file = error?.kind else {
                Issue.record("\(String(describing: error))")
                return
            }
            try await server.wait { $0.openExchanges == 0 }
        }
    }
}
