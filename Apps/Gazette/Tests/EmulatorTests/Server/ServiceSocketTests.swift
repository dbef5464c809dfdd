import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import Emulator

/// The services over a real socket, where a request has its limits.
@Suite(.timeLimit(.minutes(2))) struct ServiceSocketTests {
    private func send(
        _ path: String, _ method: HTTPRequest.Method = .get, body: String? = nil, port: Int
    ) async throws -> TestClient.Response {
        try await TestClient.withClient(host: "127.0.0.1", port: port) { client in
            try await client.execute(.init(path, method: method, body: body.map { ByteBuffer(string: $0) }))
        }
    }

    @Test func everyServiceResponds() async throws {
        let emulator = try await Emulator(InProcess.configuration()).start()
        for path in [
            "/3/configuration?api_key=a", "/v0/maxitem.json", "/api/v1/search", "/api/json/v1/1/categories.php",
            "/users", "/t/p/w92/pgood.jpg", "/",
        ] {
            #expect(try await send(path, port: emulator.port).status == .ok, "\(path)")
        }
        await emulator.stop()
    }

    @Test func largeBodiesAreRefusedAndTheNextRequestIsServed() async throws {
        let emulator = try await Emulator(InProcess.configuration()).start()
        for count in [200_000, 3_000_000] {
            let body = #"{"a":"\#(String(repeating: "a", count: count))"}"#
            let response = try? await send("/posts", .post, body: body, port: emulator.port)
            #expect(response?.status.kind ?? .clientError == .clientError)
        }
        #expect(try await send("/posts", .post, body: "{}", port: emulator.port).status == .created)
        await emulator.stop()
    }

    @Test(
        "Odd paths get a response",
        arguments: ["/3/movie/%", "/posts/%zz", "/v0/item/%FF.json", "/api/v1/items/%00", "/t/p/%2F/p.jpg", "//", "/*"])
    func oddPaths(_ path: String) async throws {
        let emulator = try await Emulator(InProcess.configuration()).start()
        let status = try await send(path, port: emulator.port).status.code
        #expect([200, 400, 401, 404].contains(status))
        #expect(try await send("/users/1", port: emulator.port).status == .ok)
        await emulator.stop()
    }
}
