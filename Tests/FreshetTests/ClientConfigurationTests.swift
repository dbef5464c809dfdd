import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import Testing

/// What a client is made with.
@Suite(.timeLimit(.minutes(1)))
struct ClientConfigurationTests {
    private struct Words: Service {
        let baseURL = "https://words.example"
    }

    private let stub = StubTransport { _ in
        StubTransport.Response(headers: [.cacheControl: "max-age=60"], chunks: [Data("tea".utf8)])
    }

    @Test func everyWayToMakeAClientHasTheSameDefaults() {
        let clients = [
            Client(Words()), Client(Words(), .platform), Client(Words(), transport: stub, cache: .shared),
            Client(Words(), ClientConfiguration(transport: stub, cache: .shared)),
        ]
        for configuration in clients.map(\.configuration) {
            #expect(configuration.cache === HTTPCache.shared)
            #expect(configuration.limits == Limits())
            #expect(configuration.retry.attempts == 3)
            #expect(configuration.retry.base == .milliseconds(500) && configuration.retry.cap == .seconds(20))
            #expect(configuration.rateLimit == nil)
            #expect(configuration.callInterceptors.isEmpty && configuration.attemptInterceptors.isEmpty)
            #expect(configuration.tracingFields == .tracing)
            #expect(configuration.observers.isEmpty)
            #expect(configuration.redirects == .follow)
            #expect(configuration.cookies == nil && configuration.authentication == nil)
        }
    }

    @Test func aClientOfAnothersConfigurationSharesItsCache() async throws {
        let client = Client(Words(), transport: stub, cache: HTTPCache())
        var configuration = client.configuration
        configuration.limits.callTimeout = .seconds(5)
        let other = Client(Words(), configuration)
        let word = Request<Words, Data>("tea")
        #expect(try await client.response(for: word).source == .network)
        let response = try await other.response(for: word)
        #expect(response.value == Data("tea".utf8) && response.source != .network)
        #expect(stub.requests.count == 1)
        #expect(client.configuration.limits.callTimeout == .seconds(60))
    }
}
