import Foundation
import Freshet
import FreshetCore
import FreshetTesting
import Testing

/// What uploads keep in memory.
@Suite(.timeLimit(.minutes(10)))
struct UploadMemoryTests {
    enum Form: String, CaseIterable { case file, stream, multipart }

    /// In `./test --long` a gigabyte.
    private static let count = TestLength.count(64 << 20, long: 1 << 30)

    private static func body(_ form: Form, _ file: URL) -> RequestBody {
        let sent = Lock(0)
        let chunks = AsyncThrowingStream<Data, any Error> {
            sent.withLock { sent in
                guard sent < count else { return nil }
                sent += 1 << 20
                return Data(count: 1 << 20)
            }
        }
        return switch form {
        case .file: .file(file)
        case .stream: .stream(chunks, length: count)
        case .multipart: .multipart([.field("a", "1"), FormPart("file", .file(file))])
        }
    }

    @Test("An upload of any size takes at most 32 MiB", arguments: Form.allCases)
    func memory(form: Form) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: UInt64(Self.count))
        try handle.close()
        try await withServer { request in
            .text("\(request.bodyLength)")
        } test: { (server) async throws in
            let client = Carrier.asyncHTTPClient.client(for: Loopback(server))
            // Connections and their buffers count as what was there before.
            _ = try await client.value(for: .text("/", method: .put, body: .bytes(Data(count: 4 << 20))))
            ResidentMemory.beginMeasuring()
            let before = ResidentMemory.peak
            let received = try await client.value(for: .text("/", method: .put, body: Self.body(form, file)))
            let growth = ResidentMemory.peak - before
            #expect(try #require(Int(received)) >= Self.count)
            #expect(growth <= 32 << 20, "\(growth >> 20) MiB")
        }
    }
}
