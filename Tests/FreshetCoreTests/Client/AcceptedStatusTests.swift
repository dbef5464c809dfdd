import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// Responses of any status as values.
@Suite(.timeLimit(.minutes(1)))
struct AcceptedStatusTests {
    private static let page = String(repeating: "x", count: 300 << 10)
    private let request = Request<Shop, Shop.Item>.item("tea")

    @Test("The whole body, the source and the metrics of an error", arguments: [204, 304, 404, 451, 500, 503, 599])
    func whole(status: Int) async throws {
        let (client, stub) = Shop.client(retry: RetryPolicy(base: .zero)) { _ in .text(Self.page, status: status) }
        let response = try await client.response(for: request.reading(.text).accepting(.any))
        #expect(response.head.status.code == status)
        #expect(response.value == (status == 204 || status == 304 ? "" : Self.page))
        #expect(response.source == .network && response.metrics.bodyBytes == response.value.utf8.count)
        #expect(response.metrics.attempts == 1 && stub.requests.count == 1)
    }

    @Test("The service is not asked for an error in an accepted response") func serviceError() async throws {
        let (client, _) = Shop.client { _ in .json(#"{"name":"none","message":"no tea"}"#, status: 404) }
        #expect(try await client.value(for: request.accepting(.success.adding(404))).name == "none")
        let error = await failure { () async throws(FetchError) in try await client.value(for: request) }
        #expect(error?.code == "service.unnamed")
    }

    @Test("What is not accepted is an error, also of status 200") func refused() async throws {
        let (client, _) = Shop.client { _ in .text("fine") }
        let created = request.reading(.text).accepting(AcceptedStatuses(201..<202))
        let error = await failure { () async throws(FetchError) in try await client.value(for: created) }
        #expect(error?.kind == .status(.ok) && error?.response?.text == "fine")
        #expect(AcceptedStatuses.success.adding(404, 410).contains(.gone))
        #expect(!AcceptedStatuses.success.contains(.continue) && !AcceptedStatuses.any.contains(.continue))
    }

    @Test("The limit of bodies holds, not that of errors") func limit() async throws {
        var limits = Limits()
        limits.bodyBytes = 1000
        let (client, _) = Shop.client(limits: limits) { _ in .text(Self.page, status: 404) }
        let any = request.reading(.text).accepting(.any)
        let error = await failure { () async throws(FetchError) in try await client.value(for: any) }
        #expect(error?.kind == .tooLarge(.body(limit: 1000)))
    }

    @Test("Streams and downloads of any status") func streams() async throws {
        let (client, _) = Shop.client { _ in .text(Self.page, status: 404) }
        var length = 0
        for try await chunk in try await client.stream(for: request.accepting(.any)) { length += chunk.count }
        #expect(length == Self.page.utf8.count)
    }

    @Test("Redirects are followed whatever is accepted") func redirects() async throws {
        let (client, _) = Shop.client { request in
            request.head.path == "/v1/items/tea" ? .redirect(to: "/v1/items/gone") : .text("gone", status: 410)
        }
        let response = try await client.response(for: request.reading(.text).accepting(.any))
        #expect(response.head.status == .gone && response.redirects.count == 1 && response.value == "gone")
    }

    @Test("Calls that accept other statuses share no request") func sharing() async throws {
        let gate = Gate()
        let stub = StubTransport { _ in
            await gate.wait()
            return .text(Self.page, status: 404)
        }
        let client = Client(Shop(), transport: stub, cache: nil, retry: .never)
        let text = request.reading(.text)
        async let any = client.value(for: text.accepting(.any))
        async let refused = failure { () async throws(FetchError) in try await client.value(for: text) }
        try await stub.waitForRequests(count: 2)
        gate.open()
        #expect(try await any == Self.page)
        #expect(await refused?.kind == .status(.notFound))
    }
}
