import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import Testing

// The code of the guide "Idempotency keys and conditional requests".

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

extension Request where API == HelpDesk, Value == Ticket {
    static func ticket(_ id: Int) -> Self { Request("tickets/\(id)") }

    static func update(_ ticket: Ticket) -> Self {
        Request("tickets/\(ticket.id)", method: .put, body: .json(ticket))
    }
}

func rename(_ id: Int, to title: String, at desk: Client<HelpDesk>) async throws(FetchError) -> Ticket {
    var ticket = try await desk.response(for: .ticket(id))
    while true {
        var edited = ticket.value
        edited.title = title
        do throws(FetchError) {
            return try await desk.value(for: .update(edited).ifUnchanged(since: ticket))
        } catch {
            guard error.precondition == .failed else { throw error }
            ticket = try await desk.response(for: .ticket(id).caching(.reload))
        }
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

    @Test func aConflictIsResolved() async throws {
        let stub = StubTransport { request in
            guard request.head.method == .put else {
                let body = Data(#"{"id":7,"title":"Tap"}"#.utf8)
                return StubTransport.Response(headers: [.eTag: "\"2\""], chunks: [body])
            }
            return request.head.headerFields[.ifMatch] == "\"2\"" ? .json(#"{"id":7,"title":"Pipe"}"#) : .status(412)
        }
        let desk = Client(HelpDesk(), transport: stub, cache: nil)
        #expect(try await rename(7, to: "Pipe", at: desk).title == "Pipe")
        let stale = HTTPResponse(status: .ok, headerFields: [.eTag: "\"1\""])
        let error = await #expect(throws: FetchError.self) {
            try await desk.value(for: .update(Ticket(id: 7, title: "Pipe")).ifUnchanged(since: stale))
        }
        #expect(error?.kind == .precondition(.failed))
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
