import BenchmarkKit
import Foundation
import FreshetCore
import FreshetOutbox

/// What is measured of an outbox.
enum OutboxRow: String, CaseIterable {
    case full = "a write, on the disk when it is enqueued (FULL), in µs"
    case normal = "a write, with the process alone in mind (NORMAL), in µs"
    case waiting = "a write without a network behind 10,000 others (NORMAL), in µs"
    case held = "a write behind 9,000 that wait after a failure (NORMAL), in µs"
    case opening = "opening with 10,000 writes, in ms"
    case memory = "memory of a write among 100,000, in bytes"
    case large = "memory of a write of 50 MiB, while it is enqueued, relative to its input"
    case space = "file after 120 delivered writes of 1 MiB, in KiB"

    private struct Result: Encodable {
        var what: String
        var value: Double
    }

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Measures all rows, and prints them as a table.
    static func measureAll(json file: String?) throws {
        let results = try allCases.map { row in
            let (process, output) = (Process(), Pipe())
            process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
            process.arguments = ["row", row.rawValue]
            process.standardOutput = output
            try process.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            guard let value = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
                throw Failure(description: "“\(row.rawValue)” was not measured.")
            }
            return Result(what: row.rawValue, value: value)
        }
        print(table([["an outbox", ""]] + results.map { [$0.what, $0.value.text($0.value < 100 ? 1 : 0)] }))
        try write(results, to: file)
    }

    /// Measures a row in this process.
    func measured() async throws -> Double {
        let folder = FileManager.default.temporaryDirectory.appending(path: "outbox-bench-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "outbox.sqlite")
        switch self {
        case .full, .normal:
            let outbox = try open(file, self == .full ? .full : .normal)
            return try await median(of: 1_000, in: outbox)
        case .waiting:
            let outbox = try open(file, .normal)
            try await fill(outbox, 10_000)
            await outbox.close()
            return try await median(of: 300, in: open(file, .normal, isOffline: true))
        case .held:
            let outbox = try open(file, .normal, Refusal())
            try await fill(outbox, 9_000)
            return try await median(of: 300, in: outbox)
        case .large:
            let outbox = try open(file, .normal, isOffline: true)
            let input = Rating(movie: 1, stars: 1, note: String(repeating: "a", count: 50 << 20))
            let before = residentMemory().now
            try await outbox.enqueue(Self.rate, input)
            let peak = residentMemory().peak
            await outbox.close()
            return Double(peak - before) / Double(input.note.utf8.count)
        case .space:
            let outbox = try open(file, .normal, Success())
            for number in 0..<120 {
                let input = Rating(movie: number, stars: 1, note: String(repeating: "a", count: 1 << 20))
                try await outbox.enqueue(Self.rate, input).delivered()
            }
            await outbox.close()
            let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
            return Double(size) / 1_024
        case .opening:
            let outbox = try open(file, .normal)
            try await fill(outbox, 10_000)
            await outbox.close()
            var times: [Double] = []
            for _ in 0..<7 {
                let start = ContinuousClock.now
                let again = try open(file, .normal)
                times.append((ContinuousClock.now - start) / .milliseconds(1))
                await again.close()
            }
            return BenchmarkKit.median(times)
        case .memory:
            let count = 100_000
            let outbox = try open(file, .normal)
            try await fill(outbox, count)
            await outbox.close()
            // A process of its own has freed nothing before.
            return try Self.growth(byOpening: file) / Double(count)
        }
    }

    /// The growth of a new process that opens a file.
    private static func growth(byOpening file: URL) throws -> Double {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = ["growth", file.path]
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .nan
    }

    /// Opens a file with many writes, and returns by how many bytes the process has grown.
    static func growth(opening file: String) async throws -> Int {
        // A small one first, so that what it loads does not count.
        let small = FileManager.default.temporaryDirectory.appending(path: "outbox-bench-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: small) }
        let first = try open(small.appending(path: "outbox.sqlite"), .normal, isOffline: true)
        try await fill(first, 10)
        let before = residentMemory().now
        let outbox = try open(URL(fileURLWithPath: file), .normal, isOffline: true)
        let count = await outbox.writes.count
        guard count == 100_000 else { throw Failure(description: "It has \(count) writes.") }
        let growth = residentMemory().now - before
        await outbox.close()
        await first.close()
        return growth
    }

    // MARK: - An outbox

    private struct Ratings: Service {
        let baseURL = "https://ratings.example"
    }

    private struct Rating: Codable, Sendable {
        let movie: Int
        let stars: Int
        let note: String
    }

    /// A transport that never responds.
    private struct Silence: Transport {
        func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
            while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
            throw .cancelled
        }
    }

    /// A server that refuses connections.
    private struct Refusal: Transport {
        func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
            throw FetchError(.cannotConnect(.refused))
        }
    }

    private final class NoBody: TransportBody {
        func next() async throws(FetchError) -> Data? { nil }
        func cancel() {}
    }

    /// A server that accepts everything.
    private struct Success: Transport {
        func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
            TransportResponse(head: .init(status: .noContent), body: NoBody())
        }
    }

    private struct Nowhere: Reachability {
        let isOffline: Bool

        func observe(_ change: @escaping @Sendable (Bool) -> Void) -> EnvironmentObservation {
            EnvironmentObservation {}
        }
    }

    private static let rate = DurableWrite<Ratings, Rating, Void>("rate") {
        Request("movies/\($0.movie)/rating", method: .put, body: .json($0), reading: .nothing)
    }.scoped { "movie \($0.movie)" }

    private static func open(
        _ file: URL, _ synchronous: OutboxSettings.Synchronous, _ transport: any Transport = Silence(),
        isOffline: Bool = false
    ) throws(OutboxError) -> Outbox {
        var configuration = ClientConfiguration(transport: transport, cache: nil)
        configuration.reachability = Nowhere(isOffline: isOffline)
        var writes = OutboxWrites()
        try writes.register(rate, with: Client(Ratings(), configuration))
        var settings = OutboxSettings()
        settings.countLimit = 1_000_000
        settings.byteLimit = 1 << 30
        settings.synchronous = synchronous
        return try Outbox(file: file, writes: writes, settings: settings)
    }

    private func open(
        _ file: URL, _ synchronous: OutboxSettings.Synchronous, _ transport: any Transport = Silence(),
        isOffline: Bool = false
    ) throws(OutboxError) -> Outbox { try Self.open(file, synchronous, transport, isOffline: isOffline) }

    private static func rating(_ number: Int) -> Rating {
        Rating(movie: number, stars: number % 10, note: "A note of some forty characters for \(number)")
    }

    private static func fill(_ outbox: Outbox, _ count: Int) async throws(OutboxError) {
        for number in 0..<count { try await outbox.enqueue(rate, rating(number)) }
    }

    private func fill(_ outbox: Outbox, _ count: Int) async throws(OutboxError) { try await Self.fill(outbox, count) }

    /// The median of some durable writes, in µs.
    private func median(of count: Int, in outbox: Outbox) async throws -> Double {
        var times: [Double] = []
        for number in 0..<count {
            let start = ContinuousClock.now
            try await outbox.enqueue(Self.rate, Self.rating(1_000_000 + number))
            times.append((ContinuousClock.now - start) / .microseconds(1))
        }
        await outbox.close()
        return BenchmarkKit.median(times)
    }
}
