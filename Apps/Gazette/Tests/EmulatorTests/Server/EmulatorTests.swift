import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import Emulator

/// The emulator over a real socket.
@Suite(.timeLimit(.minutes(2))) struct EmulatorTests {
    private func get(_ path: String, port: Int) async throws -> TestClient.Response {
        try await TestClient.withClient(host: "127.0.0.1", port: port) { client in
            try await client.get(path, headers: InProcess.reader)
        }
    }

    @Test func originsAreThoseOfTheServices() {
        #expect(
            Emulator.origins == [
                "https://newsapi.org", "https://pictures.gazette.example", "https://api.themoviedb.org",
                "https://image.tmdb.org", "https://hacker-news.firebaseio.com", "https://hn.algolia.com",
                "https://www.themealdb.com", "https://jsonplaceholder.typicode.com", "https://via.placeholder.com",
                "https://feeds.example",
            ])
    }

    @Test func respondsOnAFreePort() async throws {
        let emulator = try await Emulator(InProcess.configuration()).start()
        #expect(emulator.port > 0)
        let response = try await get("/v2/top-headlines?country=us&pageSize=2", port: emulator.port)
        #expect(response.status == .ok)
        #expect(response.headers[.server] == "cloudflare")
        #expect(response.headers[.contentType] == "application/json; charset=utf-8")
        let expected = try await InProcess.get("/v2/top-headlines?country=us&pageSize=2")
        #expect(response.body.map { Array($0.readableBytesView) } == expected.bytes)
        await emulator.stop()
        await #expect(throws: (any Error).self) { try await get("/v2/sources", port: emulator.port) }
    }

    @Test func oneConnectionCarriesManyRequests() async throws {
        let emulator = try await Emulator(InProcess.configuration()).start()
        try await TestClient.withClient(host: "127.0.0.1", port: emulator.port) { client in
            for _ in 0..<20 {
                let response = try await client.get("/v2/sources", headers: InProcess.reader)
                #expect(response.status == .ok)
            }
        }
        await emulator.stop()
    }

    @Test func overlongAddressIsRefusedAndTheNextOneServed() async throws {
        let emulator = try await Emulator(InProcess.configuration()).start()
        let path = "/v2/everything?q=\(String(repeating: "a", count: 100_000))"
        let response = try? await get(path, port: emulator.port)
        #expect(response?.status.kind ?? .clientError == .clientError)
        #expect(try await get("/v2/sources", port: emulator.port).status == .ok)
        await emulator.stop()
    }

    @Test func aPortInUseIsReported() async throws {
        let emulator = try await Emulator(InProcess.configuration()).start()
        var configuration = InProcess.configuration()
        configuration.port = emulator.port
        let second = Emulator(configuration)
        await #expect(throws: (any Error).self) { try await second.start() }
        await emulator.stop()
    }

    @Test func aCancelledStartLeavesNothingBehind() async throws {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await Emulator(InProcess.configuration()).start()
        }
        await #expect(throws: (any Error).self) { try await task.value }
    }

    @Test func runServesUntilItIsCancelled() async throws {
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        let task = Task {
            try await Emulator(InProcess.configuration()).run { port in continuation.yield(port) }
        }
        let port = try #require(await ports.first { _ in true })
        #expect(try await get("/v2/sources", port: port).status == .ok)
        task.cancel()
        _ = await task.result
        await #expect(throws: (any Error).self) { try await get("/v2/sources", port: port) }
    }

    @Test("The wait ends when the client leaves", arguments: ["/news/football/slow.jpg", "/v2/sources"])
    func leaving(_ path: String) async throws {
        let (entered, enter) = AsyncStream<Void>.makeStream()
        let (left, leave) = AsyncStream<Bool>.makeStream()
        var configuration = InProcess.configuration()
        // The picture is slow by itself, the list by a fault.
        if path.hasPrefix("/v2") { configuration.faults.latency = .seconds(3600) }
        configuration.sleep = { _ in
            enter.yield()
            let (never, hold) = AsyncStream<Void>.makeStream()
            for await _ in never {}
            hold.finish()
            leave.yield(Task.isCancelled)
            throw CancellationError()
        }
        let emulator = try await Emulator(configuration).start()
        let client = TestClient(host: "127.0.0.1", port: emulator.port)
        client.connect()
        let response = Task { try await client.get(path, headers: InProcess.reader) }
        _ = await entered.first { _ in true }
        try await client.shutdown()
        #expect(await left.first { _ in true } == true)
        _ = await response.result
        await emulator.stop()
    }
}
