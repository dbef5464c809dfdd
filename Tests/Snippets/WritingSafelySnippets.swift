import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import Testing

// The code of the guide Writing safely.

struct Ticket: Codable, Sendable {
    struct Draft: Codable, Sendable {
        var title: String
    }

    let id: Int
    var title: String
}

extension Request where API == HelpDesk, Value == Ticket {
    static func open(_ draft: Ticket.Draft) -> Self {
        Request("tickets", method: .post, body: .json(draft)).idempotencyKey()
    }
}

struct TicketPatch: Encodable, Sendable {
    var title: MergePatchMember<String> = .unchanged
    var assignee: MergePatchMember<String> = .unchanged
}

extension Request where API == HelpDesk, Value == Ticket {
    static func change(_ id: Int, _ patch: TicketPatch) -> Self {
        Request("tickets/\(id)", method: .patch, body: .mergePatch(patch))
    }

    static func close(_ id: Int) -> Self {
        Request(
            "tickets/\(id)", method: .patch,
            body: .jsonPatch([
                .test("/status", equals: "open"), .replace("/status", with: "closed"), .add("/tags/-", "done"),
            ]))
    }
}

@Suite(.timeLimit(.minutes(1)))
struct WritingSafelySnippets {
    @Test func anOrderHasOneKey() async throws {
        let stub = StubTransport { _ async throws(FetchError) in throw FetchError(.connectionLost) }
        let desk = Client(HelpDesk(), transport: stub, cache: nil, retry: RetryPolicy(attempts: 2, base: .zero))
        let draft = Ticket.Draft(title: "A dripping tap")
        await #expect(throws: FetchError.self) { try await desk.value(for: .open(draft)) }
        let keys = stub.requests.map { $0.head.headerFields[HTTPField.Name("Idempotency-Key")!] }
        #expect(keys.count == 2 && keys[0] == keys[1])
    }

    @Test func patchesHaveTheirTypes() async throws {
        let stub = StubTransport { _ in .json(#"{"id":7,"title":"A dry tap"}"#) }
        let desk = Client(HelpDesk(), transport: stub, cache: nil)
        #expect(try await desk.value(for: .change(7, TicketPatch(assignee: .removed))).title == "A dry tap")
        _ = try await desk.value(for: .close(7))
        let types = stub.requests.map { $0.head.headerFields[.contentType] }
        #expect(types == ["application/merge-patch+json", "application/json-patch+json"])
    }
}
