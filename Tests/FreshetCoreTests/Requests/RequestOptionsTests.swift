import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// Options that travel from a request to its transport, and the notes of interceptors.
@Suite(.timeLimit(.minutes(1)))
struct RequestOptionsTests {
    private enum Depth: RequestOptionKey {
        static let defaultValue = 1
        static let sharing = OptionSharing<Int>.ifEqual
    }

    private enum Label: RequestOptionKey {
        static let defaultValue: String? = "none"
        static let sharing = OptionSharing<String?>.always
    }

    private enum Origin: NoteKey {
        typealias Note = String
    }

    /// Sends a note from the call to its attempts, and one back.
    private struct Noting: Interceptor {
        let isAroundCall: Bool

        func intercept(
            _ request: OutgoingRequest, context: CallContext, next: Next
        ) async throws(FetchError) -> IncomingResponse {
            var request = request
            if isAroundCall {
                request[Origin.self] = "call \(request.options[Depth.self])"
                var response = try await next(request)
                response.head.headerFields[.server] = response[Origin.self]
                return response
            }
            request.headers[.from] = request[Origin.self]
            var response = try await next(request)
            response[Origin.self] = "attempt \(context.attempt)"
            return response
        }
    }

    @Test func anOptionReachesTheTransportWithEachRequestOfACall() async throws {
        let (client, stub) = Shop.client(retry: RetryPolicy(base: .zero)) { request in
            switch request.head.path {
            case "/v1/items/tea": .status(302, headers: [.location: "/v1/items/coffee"])
            default: request.options[Depth.self] == 7 ? .json(#"{"name":"coffee"}"#) : .status(503)
            }
        }
        let request = Request<Shop, Shop.Item>.item("tea").option(Depth.self, 7).option(Label.self, nil)
        #expect(try await client.value(for: request.map(\.name)) == "coffee")
        #expect(stub.requests.map { $0.options[Depth.self] } == [7, 7])
        #expect(stub.requests.map { $0.options[Label.self] } == [nil, nil])
    }

    @Test func whatARequestDoesNotChooseIsTheDefault() {
        var request = Request<Shop, Shop.Item>.item("tea")
        #expect(request.options[Depth.self] == 1 && request.options[Label.self] == "none")
        request.options[Depth.self] = 2
        #expect(request.options[Label.self] == "none")
        request.options[Depth.self] += 1
        #expect(request.options[Depth.self] == 3)
        request.options.cache = .reload
        #expect(request.cache == .reload && request.timeout(.seconds(1)).options[Depth.self] == 3)
    }

    @Test func optionsAreValues() {
        let request = Request<Shop, Shop.Item>.item("tea").caching(.bypass)
        let other = request.caching(.reload).option(Depth.self, 5)
        #expect(request.cache == .bypass && request.options[Depth.self] == 1)
        #expect(other.cache == .reload && other.options[Depth.self] == 5)
        #expect(RequestOptions().cache == .automatic)
    }

    @Test func aNoteOfTheCallIsReadAroundTheAttempt() async throws {
        var configuration = ClientConfiguration(
            transport: StubTransport { request in
                .json(#"{"name":"\#(request.head.headerFields[.from] ?? "none")"}"#)
            }, cache: HTTPCache())
        configuration.callInterceptors = [Noting(isAroundCall: true)]
        configuration.attemptInterceptors = [Noting(isAroundCall: false)]
        let client = Client(Shop(), configuration)
        let response = try await client.response(for: .item("tea").option(Depth.self, 4))
        #expect(response.value.name == "call 4")
        #expect(response.head.headerFields[.server] == "attempt 1")
    }
}
