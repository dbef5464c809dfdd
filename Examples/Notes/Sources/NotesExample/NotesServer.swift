// A server in the same process. Each third write fails: its connection breaks, before the server has applied it or
// after.

import Foundation
import Freshet
import FreshetTesting

actor NotesServer {
    private(set) var notes: [Note] = []
    /// How often a write was applied.
    private(set) var applied = 0
    private var writes = 0
    /// The responses to the writes by their keys.
    private var known: [String: StubTransport.Response] = [:]

    func respond(to request: TransportRequest) throws(FetchError) -> StubTransport.Response {
        guard request.head.method != .get else { return list() }
        writes += 1
        let fails = writes.isMultiple(of: 3)
        if fails, writes.isMultiple(of: 2) { throw FetchError(.connectionLost) }
        let response = answer(to: request)
        if fails { throw FetchError(.connectionLost) }
        return response
    }

    private func list() -> StubTransport.Response {
        var list = Self.json(notes.sorted { $0.id < $1.id })
        // Without a network, the last list may be shown for a day.
        list.head.headerFields[.cacheControl] = "private, max-age=0, stale-if-error=86400"
        return list
    }

    private func answer(to request: TransportRequest) -> StubTransport.Response {
        let key = request.head.headerFields[HTTPField.Name("Idempotency-Key")!] ?? ""
        if let response = known[key] { return response }
        let response = write(request)
        known[key] = response
        return response
    }

    private func write(_ request: TransportRequest) -> StubTransport.Response {
        let id = String(request.head.path?.split(separator: "/").last ?? "")
        let index = notes.firstIndex { $0.id == id }
        if request.head.method == .delete {
            if let index { notes.remove(at: index) }
            return .status(204)
        }
        guard case .bytes(let body) = request.body, let draft = try? JSONDecoder().decode(Draft.self, from: body) else {
            return .status(400)
        }
        if let present = index.map({ notes[$0] }), let version = request.head.headerFields[.ifMatch],
            version != "\"\(present.version)\""
        {
            return Self.json(present, status: 412, version: present.version)
        }
        applied += 1
        let note = Note(id: id, text: draft.text, version: "\(applied)")
        if let index { notes[index] = note } else { notes.append(note) }
        return Self.json(note, version: note.version)
    }

    private static func json(
        _ value: some Encodable, status: Int = 200, version: String? = nil
    ) -> StubTransport.Response {
        let data = (try? JSONEncoder().encode(value)) ?? Data()
        let fields: HTTPFields = version.map { [.eTag: "\"\($0)\""] } ?? [:]
        return .json(String(decoding: data, as: UTF8.self), status: status, headers: fields)
    }
}
