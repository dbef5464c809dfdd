// The server of the help desk: an emulator in the same process, which loses one response and cuts off one download.

import Foundation
import FreshetTesting

actor HelpDeskServer {
    private struct Stored {
        var ticket: Ticket
        var version = 1
        var attachment: Data?
        var tag: String { "\"\(version)\"" }
    }

    private var tickets: [Int: Stored] = [:]
    /// The ids of the tickets by the idempotency key of the request that created them.
    private var keys: [String: Int] = [:]
    private var losesNextCreation = true
    private var cutsNextDownload = true

    func respond(to request: LoopbackRequest) -> LoopbackResponse {
        let path = request.path.split(separator: "/")
        let id = path.count > 1 ? Int(path[1]) : nil
        switch (request.method, path.count) {
        case ("GET", 1): return search(request.query?.removingPercentEncoding?.dropFirst(2).lowercased() ?? "")
        case ("POST", 1): return create(request)
        case ("GET", 2): return read(id)
        case ("PUT", 2): return replace(id, request)
        case ("PUT", 3): return attach(id, request)
        case ("GET", 3): return download(id, request)
        default: return problem(404, "not-found", "There is no such place.")
        }
    }

    private func search(_ text: String) -> LoopbackResponse {
        let found = tickets.values.map(\.ticket).filter { $0.title.lowercased().contains(text) }
        return json(found.sorted { $0.id < $1.id })
    }

    private func create(_ request: LoopbackRequest) -> LoopbackResponse {
        guard let draft = try? JSONDecoder().decode(Draft.self, from: request.body), !draft.title.isEmpty else {
            let errors = #"[{"pointer": "/title", "detail": "must not be empty"}]"#
            return problem(422, "invalid", "The ticket is not valid.", members: #", "errors": \#(errors)"#)
        }
        let key = request.header("Idempotency-Key") ?? UUID().uuidString
        let id = keys[key] ?? tickets.count + 1
        keys[key] = id
        tickets[id] = tickets[id] ?? Stored(ticket: Ticket(id: id, title: draft.title))
        if losesNextCreation {
            losesNextCreation = false
            return LoopbackResponse([.close])
        }
        return read(id, status: 201)
    }

    private func read(_ id: Int?, status: Int = 200) -> LoopbackResponse {
        guard let stored = id.flatMap({ tickets[$0] }) else {
            return problem(404, "not-found", "There is no such ticket.")
        }
        return json(stored.ticket, status: status, headers: [("ETag", stored.tag)])
    }

    private func replace(_ id: Int?, _ request: LoopbackRequest) -> LoopbackResponse {
        guard let id, let stored = tickets[id], let new = try? JSONDecoder().decode(Ticket.self, from: request.body)
        else {
            return problem(404, "not-found", "There is no such ticket.")
        }
        guard let tag = request.header("If-Match") else { return problem(428, "condition", "Which version is meant?") }
        guard tag == stored.tag else { return problem(412, "changed", "The ticket has changed.") }
        change(new)
        return read(id)
    }

    /// Replaces a ticket, as a change by another user would.
    func change(_ ticket: Ticket) {
        tickets[ticket.id]?.ticket = ticket
        tickets[ticket.id]?.version += 1
    }

    private func attach(_ id: Int?, _ request: LoopbackRequest) -> LoopbackResponse {
        guard let id, let file = request.parts?.last(where: { $0.fileName != nil }) else {
            return problem(400, "form", "A form with a file is wanted.")
        }
        tickets[id]?.attachment = file.body
        return .status(204)
    }

    private func download(_ id: Int?, _ request: LoopbackRequest) -> LoopbackResponse {
        guard let file = id.flatMap({ tickets[$0]?.attachment }) else {
            return problem(404, "not-found", "Nothing is there.")
        }
        let start = request.header("Range").flatMap { Int($0.dropFirst(6).prefix { $0 != "-" }) } ?? 0
        let rest = file[start...]
        var fields = [("ETag", "\"file\""), ("Content-Length", "\(rest.count)")]
        if start > 0 { fields.append(("Content-Range", "bytes \(start)-\(file.count - 1)/\(file.count)")) }
        let isCut = cutsNextDownload
        cutsNextDownload = false
        return LoopbackResponse(
            [.head(status: start > 0 ? 206 : 200, headers: fields), .bytes(isCut ? rest.prefix(file.count / 3) : rest)]
                + (isCut ? [.close] : []))
    }

    // MARK: - Responses

    private func json(
        _ value: some Encodable, status: Int = 200, headers: [(String, String)] = []
    ) -> LoopbackResponse {
        .json(
            String(decoding: (try? JSONEncoder().encode(value)) ?? Data(), as: UTF8.self), status: status,
            headers: headers)
    }

    private func problem(_ status: Int, _ type: String, _ detail: String, members: String = "") -> LoopbackResponse {
        let text = #"{"type": "https://desk.example/problems/\#(type)", "detail": "\#(detail)"\#(members)}"#
        return .data(Data(text.utf8), type: "application/problem+json", status: status)
    }
}
