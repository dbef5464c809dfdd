#if os(Linux)
import Foundation
import Freshet
import FreshetTesting
import Testing

/// Downloads to a disk that is full: one of 256 KiB, which only a process with mounts of its own has. The suite starts
/// itself there.
@Suite(.timeLimit(.minutes(10)))
struct FullDiskTests {
    /// The folder of the small disk, in the process that has it.
    private static let disk = ProcessInfo.processInfo.environment["FRESHET_SMALL_DISK"].map { URL(filePath: $0) }

    @Test("In a process with a small disk", .enabled(if: disk == nil && OwnMounts.areAllowed))
    func ownDisk() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "freshet-disk-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let outcome = try await OwnMounts.run(
            #"mount -t tmpfs -o size=256k freshet "$0""#, folder, environment: ["FRESHET_SMALL_DISK": folder.path],
            filter: "FreshetTests.FullDiskTests")
        #expect(
            outcome.status == 0 && outcome.output.contains("Test run with 2 tests"), "\(outcome.output.suffix(2000))")
    }

    @Test("A full disk is named and nothing is lost: with room, the next download resumes", .enabled(if: disk != nil))
    func fullDisk() async throws {
        let disk = try #require(Self.disk)
        let (target, ballast) = (disk.appending(path: "file.bin"), disk.appending(path: "ballast"))
        try Data(count: 100 << 10).write(to: ballast)
        try Data("old".utf8).write(to: target)
        let body = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 167 >> 3) })
        let stub = StubTransport { request in
            let start = request.head.headerFields[.range].flatMap { Int($0.dropFirst(6).prefix { $0 != "-" }) } ?? 0
            let rest = body[start...]
            var fields: HTTPFields = [.eTag: "\"1\"", .contentLength: "\(rest.count)"]
            if start > 0 { fields[.contentRange] = "bytes \(start)-\(body.count - 1)/\(body.count)" }
            let chunks = stride(from: 0, to: rest.count, by: 3000).map { Data(rest.dropFirst($0).prefix(3000)) }
            return StubTransport.Response(status: start > 0 ? 206 : 200, headers: fields, chunks: chunks)
        }
        let client = Client(Loopback(baseURL: "http://files.example"), transport: stub, cache: nil)
        let error = await failure { () async throws(FetchError) in
            try await client.download(.text("/file"), to: target)
        }
        #expect(error?.kind == .file("There is no space left for the file \(target.path)."))
        #expect(try Data(contentsOf: target) == Data("old".utf8))
        let kept = try #require(PartialDownload.bytes(for: target))
        #expect(kept > 100_000)
        try FileManager.default.removeItem(at: ballast)
        _ = try await client.download(.text("/file"), to: target)
        #expect(try Data(contentsOf: target) == body)
        #expect(stub.requests.map { $0.head.headerFields[.range] } == [nil, "bytes=\(kept)-"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == ["file.bin"])
    }
}
#endif
