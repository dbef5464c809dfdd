import AsyncHTTPClient
import Foundation
import Freshet
import FreshetCombine
import FreshetTesting

/// What a client with its view model takes of memory while nothing happens, and a call while it is in flight.
enum Memory {
    private static let (models, calls) = (1000, 10_000)

    /// Measures each in a process of its own, since memory that was freed is not given back at once.
    static func measure() throws {
        for part in ["idle", "stub", "bare", "wire"] {
            if part == "bare" { print("AsyncHTTPClient alone: ", terminator: "") }
            fflush(nil)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
            process.arguments = ["memory", part]
            try process.run()
            process.waitUntilExit()
        }
    }

    static func measure(_ part: String) async throws {
        switch part {
        case "idle": idle()
        case "stub":
            let gate = Gate()
            let client = Client(Words(), transport: Held(gate: gate))
            try await inFlight("on a transport that is a stub", gate) {
                _ = try? await client.value(for: Request<Words, [String]>("words/\($0)"))
            } isUnderWay: {
                gate.waiterCount > calls
            }
        case "bare":
            try await onTheWire { address in
                { number in
                    let request = HTTPClientRequest(url: "\(address)/words/\(number)")
                    let response = try? await HTTPClient.shared.execute(request, deadline: .distantFuture)
                    _ = try? await response?.body.collect(upTo: 1 << 20)
                }
            }
        default:
            try await onTheWire { address in
                let client = Client(Words(baseURL: address), transport: AsyncHTTPClientTransport())
                return { _ = try? await client.value(for: Request<Words, [String]>("words/\($0)")) }
            }
        }
    }

    private static func idle() {
        // What the first of its kind loads is nobody's share.
        var kept = [model()]
        kept.reserveCapacity(models + 1)
        let before = residentMemory().now
        for _ in 0..<models { kept.append(model()) }
        let growth = residentMemory().now - before
        print("\(kept.count - 1) idle clients, each with a search model: \(kibibytes(growth, models)) KiB each")
    }

    private static func model() -> SearchModel<String> {
        let client = Client(Words(), transport: Echo())
        return SearchModel(
            SearchResultsLoader { client.publisher(for: Request<Words, [String]>("words/\($0)")) })
    }

    private typealias Call = @Sendable (_ number: Int) async -> Void

    /// Calls of which some wait for an answer and the others for a connection.
    private static func onTheWire(_ makeCall: (_ address: String) -> Call) async throws {
        let gate = Gate()
        let server = try await LoopbackServer.start { _ in
            await gate.wait()
            return .json(#"["a","b"]"#)
        }
        try await inFlight("on AsyncHTTPClient", gate, makeCall(server.baseURL)) { gate.waiterCount >= 8 }
        try await server.stop()
    }

    private static func inFlight(
        _ transport: String, _ gate: Gate, _ call: @escaping Call, isUnderWay: () -> Bool
    ) async throws {
        var tasks = [Task { await call(0) }]
        while gate.waiterCount < 1 { await Task.yield() }
        let before = residentMemory().now
        for number in 1...calls { tasks.append(Task { await call(number) }) }
        while !isUnderWay() { await Task.yield() }
        // What the gate does not count is on its way to it.
        try await Task.sleep(for: .seconds(1))
        let growth = residentMemory().now - before
        print("\(calls) calls in flight \(transport): \(kibibytes(growth, calls)) KiB each, with their tasks")
        gate.open()
        for task in tasks { await task.value }
    }

    private static func kibibytes(_ bytes: Int, _ count: Int) -> String {
        String(format: "%.1f", Double(bytes) / Double(count) / 1024)
    }
}

/// Answers when its gate opens.
private struct Held: Transport {
    let gate: Gate

    func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        await gate.wait()
        return try await Echo().send(request)
    }
}
