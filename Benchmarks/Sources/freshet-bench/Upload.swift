import BenchmarkKit
import Foundation
import Freshet

/// Measures the memory of an upload: of a file, of a stream, and of a form with the file.
enum Upload {
    private struct Row: Encodable {
        var body: String
        var seconds: Double
        /// The largest growth of the process's memory in MiB.
        var growth: Int
    }

    static func measure(json: String?) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("freshet-\(UUID().uuidString)")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: UInt64(Files.gigabyte))
        try handle.close()
        let bodies: [(String, RequestBody)] = [
            ("file", .file(file)), ("stream", .stream(Pieces(), length: Files.gigabyte)),
            ("form", .multipart([.field("title", "A file"), FormPart("file", .file(file))])),
        ]
        var rows: [Row] = []
        try await Files.withServer { client in
            for (name, body) in bodies { rows.append(try await measure(name, body, client)) }
        }
        print(
            table(
                [["1 GiB sent as", "s", "MiB that the process grew at most"]]
                    + rows.map { [$0.body, $0.seconds.text(1), "\($0.growth)"] }))
        try write(rows, to: json)
    }

    private static func measure(_ name: String, _ body: RequestBody, _ client: Client<Files>) async throws -> Row {
        let before = residentMemory().now
        let start = ContinuousClock.now
        let received = try await client.value(
            for: Request<Files, String>("file", method: .put, body: body, reading: .text))
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        precondition(Int(received) ?? 0 >= Files.gigabyte)
        return Row(body: name, seconds: seconds, growth: (residentMemory().peak - before) >> 20)
    }

    /// A sequence of a gigabyte in pieces of 64 KiB.
    private struct Pieces: AsyncSequence, Sendable {
        struct Iterator: AsyncIteratorProtocol {
            private let piece = Data(count: 1 << 16)
            private var left = Files.gigabyte >> 16

            mutating func next() async -> Data? {
                left -= 1
                return left >= 0 ? piece : nil
            }
        }

        func makeAsyncIterator() -> Iterator { Iterator() }
    }
}
