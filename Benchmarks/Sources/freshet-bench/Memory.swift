import Foundation
import Freshet
import FreshetCombine
import FreshetTesting

/// What a client with its view model takes of memory while nothing happens, and a call while it is in flight.
enum Memory {
    private static let (models, calls) = (1000, 10_000)

    /// Measures each in a process of its own, since memory that was freed is not given back at once.
    static func measure() throws {
        for part in ["idle", "stub", "wire"] {
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
            try await inFlight("that is a stub", Client(Words(), transport: Held(gate: gate)), gate) {
                gate.waiterCount > calls
            }
        default: try await onTheWire()
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

    /// Calls of which some wait for an answer and the others for a connection.
    private static func onTheWire() async throws {
        let gate = Gate()
        let server = try await LoopbackServer.start { _ in
            await gate.wait()
            return .json(#"["a","b"]"#)
        }
        let transport = AsyncHTTPClientTransport()
        let client = Client(Words(baseURL: server.baseURL), transport: transport)
        try await inFlight("AsyncHTTPClientTransport", client, gate) { gate.waiterCount >= 8 }
        try await server.stop()
    }

    private static func inFlight(
        _ transport: String, _ client: Client<Words>, _ gate: Gate, _ isUnderWay: () -> Bool
    ) async throws {
        func call(_ number: Int) -> Task<Void, Never> {
            Task { _ = try? await client.value(for: Request<Words, [String]>("words/\(number)")) }
        }
        var tasks = [call(0)]
        while gate.waiterCount < 1 { await Task.yield() }
        let before = residentMemory().now
        for number in 1...calls { tasks.append(call(number)) }
        while !isUnderWay() { await Task.yield() }
        // What is not counted by the gate is on its way to it.
        try await Task.sleep(for: .seconds(1))
        let growth = residentMemory().now - before
        print(
            "\(calls) calls in flight on a transport \(transport): \(kibibytes(growth, calls)) KiB each, with their tasks"
        )
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
