#if NIO
import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import Testing

/// Resumable uploads over real HTTP, to another project's server.
@Suite(.timeLimit(.minutes(10)))
struct ResumableUploadOnTheWireTests {
    private struct Desk: Service {
        let baseURL: String
    }

    private let folder: URL
    private let content: Data

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "uploads-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // In `./test --long` 100 MB.
        let count = TestLength.count(2_000_000, long: 100_000_000)
        content = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
        try content.write(to: folder.appending(path: "report.bin"))
    }

    private func request(asFile: Bool = true) -> Request<Desk, String> {
        let file = folder.appending(path: "report.bin")
        let body = asFile ? RequestBody.file(file, contentType: "text/plain") : .bytes(content)
        return Request("reports", method: .post, body: body, reading: .text)
    }

    private func client(_ peer: ResumableUploadPeer, attempts: Int) -> Client<Desk> {
        Client(
            Desk(baseURL: peer.baseURL), transport: AsyncHTTPClientTransport(), cache: nil,
            retry: RetryPolicy(attempts: attempts, base: .zero, budget: nil))
    }

    @Test("An upload resumes over connections that are closed", arguments: [true, false])
    func closedConnections(asFile: Bool) async throws {
        let cuts = TestLength.count(20, long: 200)
        let peer = try await ResumableUploadPeer.start(cuts: cuts)
        let value = try await client(peer, attempts: 5).upload(request(asFile: asFile)).value
        #expect(value == "all of it")
        let received = peer.received.withLock { $0 }
        #expect(received.body == content)
        // Nothing was sent to the wrong place, and nothing began again.
        #expect(received.exchanges.filter { $0 == "POST" }.count == 1 && !received.exchanges.contains("409"))
        // What the server had is not sent again: the rest of it is heads, and what it reads of a connection that it
        // closes.
        #expect(received.bytes < content.count + (cuts + 1) * 2_000)
        try await peer.stop()
    }

    @Test("An upload resumes in another process")
    func restarts() async throws {
        let cuts = TestLength.count(20, long: 200)
        let peer = try await ResumableUploadPeer.start(cuts: cuts)
        let record = folder.appending(path: "report.upload")
        var failures = 0
        while true {
            do {
                #expect(try await client(peer, attempts: 1).upload(request(), record: record).value == "all of it")
                break
            } catch {
                failures += 1
                try #require(failures <= cuts, "\(error)")
            }
        }
        let received = peer.received.withLock { $0 }
        #expect(received.body == content && failures > cuts / 2)
        #expect(received.exchanges.filter { $0 == "POST" }.count == 1 && !received.exchanges.contains("409"))
        try await peer.stop()
    }
}
#endif
