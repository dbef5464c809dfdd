import FreshetCore
import FreshetTesting

/// A service whose requests a stub receives.
struct Shop: Service {
    struct Item: Codable, Hashable, Sendable {
        let name: String
        var price: Int?
    }

    var baseURL = "https://shop.example/v1"

    /// A client that tries once by default: most tests look at a single exchange.
    static func client(
        retry: RetryPolicy = .never,
        response: @escaping @Sendable (TransportRequest) async throws(FetchError) -> StubTransport.Response
    ) -> (Client<Shop>, StubTransport) {
        let stub = StubTransport(response)
        return (Client(Shop(), transport: stub, cache: nil, retry: retry), stub)
    }

    /// Sends a request and returns what reached the transport.
    static func sent<Value>(_ request: Request<Shop, Value>) async throws(FetchError) -> TransportRequest {
        let (client, stub) = client { _ in .status(200) }
        _ = try await client.data(for: request)
        return stub.requests[0]
    }
}

/// Returns the error that a call ends with.
func failure<Value>(_ body: () async throws(FetchError) -> Value) async -> FetchError? {
    do throws(FetchError) {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}
