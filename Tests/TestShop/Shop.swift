package import Foundation
package import FreshetCookies
package import FreshetCore
import FreshetTapes
package import FreshetTesting
package import HTTPTypes

/// A service with all that a service can have.
package struct Shop: Service {
    package struct Item: Codable, Hashable, Sendable {
        package let name: String
        package var price: Int?

        package init(name: String, price: Int? = nil) {
            self.name = name
            self.price = price
        }
    }

    package var baseURL = "https://shop.example/v1"
    package var credentials: Credentials?
    package var privateCredentials: Credentials?
    package var headers: HTTPFields = [:]
    package var secretNames: SecretNames = .standard

    package init(
        baseURL: String = "https://shop.example/v1", credentials: Credentials? = nil,
        privateCredentials: Credentials? = nil, headers: HTTPFields = [:], secretNames: SecretNames = .standard
    ) {
        self.baseURL = baseURL
        self.credentials = credentials
        self.privateCredentials = privateCredentials
        self.headers = headers
        self.secretNames = secretNames
    }

    package func serviceError(in body: Data, of response: HTTPResponse) -> ServiceError? {
        struct Failure: Decodable {
            let code: String?
            let message: String
        }
        return (try? decoder.decode(Failure.self, from: body)).map {
            ServiceError(code: $0.code, message: $0.message, isRetryable: ["quota": false, "crowded": true][$0.code])
        }
    }

    /// Whether the exchanges of all clients are recorded, which must change no test: the environment variable
    /// `FRESHET_RECORD_TESTS` is 1.
    private static let isRecorded = ProcessInfo.processInfo.environment["FRESHET_RECORD_TESTS"] == "1"

    /// A client that tries once by default: most tests look at a single exchange.
    package static func client(
        _ shop: Shop = Shop(),
        cache: HTTPCache? = nil,
        cookies: CookieJar? = nil,
        limits: Limits = Limits(),
        retry: RetryPolicy = .never,
        rate: RateLimit? = nil,
        tracingFields: Set<HTTPField.Name> = .tracing,
        observers: [any FetchObserver] = [],
        time: TimeSource = .system,
        response: @escaping @Sendable (TransportRequest) async throws(FetchError) -> StubTransport.Response
    ) -> (Client<Shop>, StubTransport) {
        let stub = StubTransport(response)
        var configuration = ClientConfiguration(transport: stub, cache: cache)
        configuration.cookies = cookies
        configuration.limits = limits
        configuration.retry = retry
        configuration.rateLimit = rate
        configuration.tracingFields = tracingFields
        configuration.observers = observers
        configuration.time = time
        if isRecorded { configuration.plugins.append(TapeRecorder()) }
        return (Client(shop, configuration), stub)
    }

    /// Sends a request and returns what reached the transport.
    package static func sent<Value>(
        _ request: Request<Shop, Value>, by shop: Shop = Shop()
    ) async throws(FetchError) -> TransportRequest {
        let (client, stub) = client(shop) { _ in .status(200) }
        _ = try await client.data(for: request)
        return stub.requests[0]
    }

    /// Returns the address that a request is sent to.
    package static func url<Value>(
        _ request: Request<Shop, Value>, by shop: Shop = Shop()
    ) async throws(FetchError) -> String {
        let head = try await sent(request, by: shop).head
        return "\(head.scheme ?? "")://\(head.authority ?? "")\(head.path ?? "")"
    }
}

extension Request where API == Shop, Value == Shop.Item {
    package static func item(_ name: String) -> Self { Request("items/\(name)") }
}

/// Returns the error that a call ends with.
package func failure<Value>(_ body: () async throws(FetchError) -> Value) async -> FetchError? {
    do throws(FetchError) {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}
