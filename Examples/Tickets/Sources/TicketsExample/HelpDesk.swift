// The client of the help desk: its service, values and requests, and the operations of an app.

import Foundation
import Freshet

struct HelpDesk: Service {
    let baseURL: String
}

struct Ticket: Codable, Sendable {
    let id: Int
    var title: String
    var tags: [String] = []
}

struct Draft: Codable, Sendable {
    var title: String
}

/// The members that the service adds to its problem documents.
struct InvalidMembers: Decodable {
    struct Member: Decodable {
        let pointer: String
        let detail: String
    }

    let errors: [Member]
}

extension Request where API == HelpDesk, Value == [Ticket] {
    static func search(_ text: String) -> Self { Request("tickets", query: ["q": text]) }
}

extension Request where API == HelpDesk, Value == Ticket {
    static func ticket(_ id: Int) -> Self { Request("tickets/\(id)") }

    /// Creates a ticket, and is retried after a lost response: the service makes one ticket for each idempotency key.
    static func create(_ draft: Draft) -> Self {
        Request("tickets", method: .post, body: .json(draft)).idempotencyKey()
    }

    static func replace(_ ticket: Ticket) -> Self {
        Request("tickets/\(ticket.id)", method: .put, body: .json(ticket))
    }
}

extension Request where API == HelpDesk, Value == Void {
    static func attach(_ file: URL, to id: Int, note: String) -> Self {
        let form = RequestBody.multipart([.field("note", note), FormPart("file", .file(file))])
        return Request("tickets/\(id)/attachment", method: .put, body: form, reading: .nothing)
    }
}

extension Request where API == HelpDesk, Value == Data {
    static func attachment(of id: Int) -> Self { Request("tickets/\(id)/attachment") }
}

extension Client<HelpDesk> {
    /// Changes a ticket. If another user has changed it in between, reads it and applies the change again.
    func change(_ seen: Response<Ticket>, _ change: @Sendable (inout Ticket) -> Void) async throws(FetchError) -> Ticket
    {
        var seen = seen
        while true {
            var ticket = seen.value
            change(&ticket)
            do throws(FetchError) {
                return try await value(for: .replace(ticket).ifUnchanged(since: seen))
            } catch {
                guard error.precondition == .failed else { throw error }
                print("  Changed by another user: read again.")
                seen = try await response(for: .ticket(ticket.id))
            }
        }
    }
}

extension FetchError {
    /// The members of the sent body that the service has refused, each with the reason.
    var invalidMembers: [String] {
        guard let members = try? problem?.members(as: InvalidMembers.self) else { return [] }
        return members.errors.map { "\($0.pointer) \($0.detail)" }
    }
}
