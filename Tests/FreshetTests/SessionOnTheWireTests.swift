import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import Testing

#if NIO
/// Refused tokens and their renewal over real connections, of which there are 8 for each host.
@Suite(.timeLimit(.minutes(5)))
struct SessionOnTheWireTests {
    private struct Tickets: Service {
        let baseURL: String
    }

    private struct Tokens: Authenticator {
        struct Token: Codable, Sendable {
            let text: String
        }

        let baseURL: String

        func credentials(for token: Token, on request: OutgoingRequest) -> [Credentials] { [.bearer(token.text)] }

        func renew(_ token: Token, in renewal: Renewal) async throws(FetchError) -> Token {
            try await renewal.client(for: Tickets(baseURL: baseURL)).value(for: Request("token", method: .post))
        }
    }

    /// Counts renewals, and accepts the token of the last one.
    private actor TokenOffice {
        private(set) var renewals = 0

        func response(to request: LoopbackRequest) -> LoopbackResponse {
            if request.path == "/token" {
                renewals += 1
                return .json(#"{"text":"new"}"#)
            }
            guard renewals > 0, request.header("Authorization") == "Bearer new" else {
                // Longer than what is read of it.
                return .data(Data(count: 100_000), status: 401, headers: [("WWW-Authenticate", "Bearer")])
            }
            return .text("tea")
        }
    }

    @Test(arguments: [nil, RateLimit(callsAtOnce: 8)] as [RateLimit?])
    func refusedCallsHoldNoConnectionThatTheRenewalNeeds(rateLimit: RateLimit?) async throws {
        let count = TestLength.count(150, long: 500)
        let office = TokenOffice()
        let server = try await LoopbackServer.start { await office.response(to: $0) }
        let transport = AsyncHTTPClientTransport()
        let session = AuthenticationSession(
            Tokens(baseURL: server.baseURL), ClientConfiguration(transport: transport, cache: nil))
        try await session.signIn(Tokens.Token(text: "refused"), account: "ann")
        var configuration = ClientConfiguration(transport: transport, cache: nil)
        configuration.authentication = .session(session)
        configuration.rateLimit = rateLimit
        let client = Client(Tickets(baseURL: server.baseURL), configuration)
        let bodies = try await withThrowingTaskGroup(of: Data.self) { group in
            for number in 0..<count {
                group.addTask { try await client.value(for: Request<Tickets, Data>("items/\(number)")) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(bodies.count == count && bodies.allSatisfy { $0 == Data("tea".utf8) })
        let renewals = await office.renewals
        #expect(renewals == 1)
        await server.stop()
    }

    @Test func aStreamThatTheServerHasNotAskedForGoesWithTheNewToken() async throws {
        let end = Gate()
        let server = try await LoopbackServer.start(respondsEarly: true) { request in
            if request.path == "/token" { return .json(#"{"text":"new"}"#) }
            guard request.header("Authorization") == "Bearer new" else {
                let headers = [("WWW-Authenticate", "Bearer"), ("Content-Length", "0")]
                return LoopbackResponse([.head(status: 401, headers: headers), .waitForClose])
            }
            return LoopbackResponse([
                .interim(status: 100, count: 1), .hold(end), .head(status: 204, headers: []),
            ])
        }
        let chunks = Lock(["one", "two"])
        let body = AsyncThrowingStream<Data, any Error> {
            let next = chunks.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            if next == nil { end.open() }
            return next.map { Data($0.utf8) }
        }
        var transport = AsyncHTTPClientTransport.Configuration()
        transport.continueTimeout = .seconds(100)
        var configuration = ClientConfiguration(transport: AsyncHTTPClientTransport(transport), cache: nil)
        let session = AuthenticationSession(Tokens(baseURL: server.baseURL), configuration)
        try await session.signIn(Tokens.Token(text: "refused"), account: "ann")
        configuration.authentication = .session(session)
        configuration.retry = .never
        let client = Client(Tickets(baseURL: server.baseURL), configuration)
        let upload = Request<Tickets, Void>(
            "items", method: .put, body: .stream(body, length: 6), reading: .nothing
        ).expectingContinue()
        try await client.value(for: upload)
        #expect(server.requests.map(\.path) == ["/items", "/token", "/items"])
        #expect(chunks.withLock { $0.isEmpty } && server.requests[0].bodyLength == 0)
        await server.stop()
    }
}
#endif
