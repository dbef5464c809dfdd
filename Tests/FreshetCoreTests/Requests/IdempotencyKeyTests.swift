import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// The key by which a service recognises a repetition.
@Suite(.timeLimit(.minutes(1)))
struct IdempotencyKeyTests {
    private static let name = HTTPField.Name("Idempotency-Key")!

    private let order = Request<Shop, Void>("orders", method: .post, reading: .nothing)

    private func keys(of stub: StubTransport) -> [String?] { stub.requests.map { $0.head.headerFields[Self.name] } }

    @Test func everyCallHasOneKeyForAllItsAttempts() async throws {
        let counter = Counter()
        let (client, stub) = Shop.client(retry: RetryPolicy(base: .zero)) { _ in
            .status(counter.next % 3 == 0 ? 201 : 503)
        }
        try await client.value(for: order.idempotencyKey())
        try await client.value(for: order.idempotencyKey())
        let keys = keys(of: stub).compactMap(\.self)
        let (first, second) = (Set(keys.prefix(3)), Set(keys.dropFirst(3)))
        #expect(keys.count == 6 && first.count == 1 && second.count == 1 && first != second)
        let key = try #require(keys.first)
        #expect(key.hasPrefix("\"") && key.hasSuffix("\""))
        #expect(UUID(uuidString: String(key.dropFirst().dropLast())) != nil)
    }

    @Test("Another rule for retries holds", arguments: [RetryRule.never, .policy(.never)])
    func rules(rule: RetryRule) async {
        let (client, stub) = Shop.client(retry: RetryPolicy(base: .zero)) { _ in .status(503) }
        for request in [order.retrying(rule).idempotencyKey(), order.idempotencyKey().retrying(rule), order] {
            let error = await failure { () async throws(FetchError) in try await client.value(for: request) }
            #expect(error?.kind == .status(.serviceUnavailable))
        }
        #expect(keys(of: stub).map { $0 == nil } == [false, false, true])
    }

    @Test("A key of the app's own", arguments: [("cart 7", "\"cart 7\""), ("a\"b\\c", "\"a\\\"b\\\\c\""), ("é", nil)])
    func fixed(key: String, field: String?) async {
        let (client, stub) = Shop.client { _ in .status(201) }
        let request = order.idempotencyKey(key).map { $0 }
        let error = await failure { () async throws(FetchError) in try await client.value(for: request) }
        let expected: [String?] = field.map { [$0] } ?? []
        #expect(keys(of: stub) == expected)
        #expect((error?.code == "invalid_request") == (field == nil))
    }
}
