import AsyncHTTPClient
import BenchmarkKit
import Foundation
import Freshet
import FreshetCombine
import FreshetResources
import FreshetTesting

/// Measures the memory of idle clients, resources and observers, and of calls in flight.
enum Memory {
    private static let (models, calls) = (1000, 10_000)

    /// The measured kinds of instances, each in its own process, since freed memory is not returned to the system at
    /// once.
    private enum Part: String, CaseIterable {
        case idle = "an idle client with a search model"
        case resource = "an idle resource with a value"
        case observer = "an observer of one resource"
        case stub = "a call in flight on a stub, with its task"
        case attempt = "a call in flight on a stub, with an interceptor around its attempt"
        case call = "a call in flight on a stub, with an interceptor around the call"
        case cached = "a call in flight on a stub, with a cache"
        case bare = "a call in flight on AsyncHTTPClient alone, with its task"
        case wire = "a call in flight on AsyncHTTPClient, with its task"
    }

    private struct Row: Encodable {
        var what: String
        var kibibytes: Double
    }

    static func measure(json file: String?, thresholds: String?) throws {
        let rows = try Part.allCases.map { part in
            Row(what: part.rawValue, kibibytes: try measured(part))
        }
        print(
            table(
                [["one of \(models) clients or \(calls) others", "KiB"]] + rows.map { [$0.what, $0.kibibytes.text(1)] })
        )
        try write(rows, to: file)
        guard let thresholds else { return }
        var verdict = Verdict()
        for bound in try Thresholds(file: thresholds).memory {
            if let row = rows.first(where: { $0.what == bound.what }) {
                verdict.check("\(bound.what), KiB", row.kibibytes, atMost: bound.atMostKiB)
            } else {
                verdict.miss(bound.what)
            }
        }
        verdict.conclude()
    }

    private static func measured(_ part: Part) throws -> Double {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = ["memory-of", part.rawValue]
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard let bytes = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw Failure(description: "\(part.rawValue) was not measured.")
        }
        return bytes / 1024
    }

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Prints the number of bytes that one instance of a part takes.
    static func measure(_ part: String) async throws {
        guard let part = Part(rawValue: part) else { return }
        print(try await bytes(of: part))
    }

    private static func bytes(of part: Part) async throws -> Int {
        switch part {
        case .idle: idle()
        case .resource: resources()
        case .observer: observers()
        case .stub: try await stub { _ in }
        case .attempt: try await stub { $0.attemptInterceptors = [PassingOn()] }
        case .call: try await stub { $0.callInterceptors = [PassingOn()] }
        case .cached: try await stub { $0.cache = HTTPCache() }
        case .bare:
            try await onTheWire { address in
                { number in
                    let request = HTTPClientRequest(url: "\(address)/words/\(number)")
                    let response = try? await HTTPClient.shared.execute(request, deadline: .distantFuture)
                    _ = try? await response?.body.collect(upTo: 1 << 20)
                }
            }
        case .wire:
            try await onTheWire { address in
                let client = Client(Words(baseURL: address), transport: AsyncHTTPClientTransport(), cache: nil)
                return { _ = try? await client.value(for: Request<Words, [String]>("words/\($0)")) }
            }
        }
    }

    private static func idle() -> Int {
        // The first model is made before the measurement, so that what it loads does not count.
        var kept = [model()]
        kept.reserveCapacity(models + 1)
        let before = residentMemory().now
        for _ in 0..<models { kept.append(model()) }
        let growth = residentMemory().now - before
        return withExtendedLifetime(kept) { growth / models }
    }

    private static func model() -> SearchModel {
        let client = Client(Words(), transport: Echo(), cache: nil)
        return SearchModel(
            SearchResultsLoader { client.publisher(for: Request<Words, [String]>("words/\($0)")) })
    }

    private static func resources() -> Int {
        let client = manyResources()
        func set(_ number: Int) {
            client.resource(Request<Words, [String]>("words/\(number)")).set(["a", "b"], freshFor: .seconds(3600))
        }
        set(0)
        let before = residentMemory().now
        for number in 1...calls { set(number) }
        let growth = residentMemory().now - before
        return withExtendedLifetime(client) { growth / calls }
    }

    private static func observers() -> Int {
        let client = manyResources()
        let words = client.resource(Request<Words, [String]>("words/0"))
        words.set(["a", "b"], freshFor: .seconds(3600))
        var kept = [words.observe { _ in }]
        kept.reserveCapacity(calls + 1)
        let before = residentMemory().now
        for _ in 0..<calls { kept.append(words.observe { _ in }) }
        let growth = residentMemory().now - before
        return withExtendedLifetime(kept) { growth / calls }
    }

    private static func manyResources() -> Client<Words> {
        let client = Client(Words(), transport: Echo(), cache: nil)
        client.resources.settings.entryLimit = .max
        client.resources.settings.byteLimit = .max
        return client
    }

    private static func stub(_ configure: (inout ClientConfiguration) -> Void) async throws -> Int {
        let gate = Gate()
        var configuration = ClientConfiguration(transport: Held(gate: gate), cache: nil)
        configure(&configuration)
        let client = Client(Words(), configuration)
        return try await inFlight(gate) {
            _ = try? await client.value(for: Request<Words, [String]>("words/\($0)"))
        } isUnderWay: {
            gate.waiterCount > calls
        }
    }

    private typealias Call = @Sendable (_ number: Int) async -> Void

    /// Returns the memory of a call on a real transport. Some of the calls wait for a response, the others for a
    /// connection.
    private static func onTheWire(_ makeCall: (_ address: String) -> Call) async throws -> Int {
        let gate = Gate()
        let server = try await LoopbackServer.start { _ in
            await gate.wait()
            return .json(#"["a","b"]"#)
        }
        let bytes = try await inFlight(gate, makeCall(server.baseURL)) { gate.waiterCount >= 8 }
        try await server.stop()
        return bytes
    }

    private static func inFlight(
        _ gate: Gate, _ call: @escaping Call, isUnderWay: () -> Bool
    ) async throws -> Int {
        var tasks = [Task { await call(0) }]
        while gate.waiterCount < 1 { await Task.yield() }
        let before = residentMemory().now
        for number in 1...calls { tasks.append(Task { await call(number) }) }
        while !isUnderWay() { await Task.yield() }
        // Calls that the gate does not count are still being sent, or wait for a connection.
        try await Task.sleep(for: .seconds(1))
        let growth = residentMemory().now - before
        gate.open()
        for task in tasks { await task.value }
        return growth / calls
    }
}

/// A text field with the results of its query.
private final class SearchModel {
    private let field = SearchField()
    private let results = Loader<[String]>()
    private let queries: AnyCancellable

    init(_ words: SearchResultsLoader<String>) {
        queries = field.$query.dropFirst().sink { [results] query in
            if let query { results.load(words.searchForItems(matching: query)) } else { results.clear() }
        }
    }
}

private struct PassingOn: Interceptor {
    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        try await next(request)
    }
}

/// A transport that responds when its gate opens.
private struct Held: Transport {
    let gate: Gate

    func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        await gate.wait()
        return try await Echo().send(request)
    }
}
