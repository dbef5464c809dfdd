// The service, and what is written to it.

import Foundation
import Freshet
import FreshetOutbox
import FreshetResources

struct Notes: Service {
    let baseURL = "https://notes.example"
}

struct Note: Codable, Sendable, Hashable, Identifiable {
    /// Chosen by the window that writes the note, so that nothing has to be renamed when the server has it.
    var id: String
    var text: String
    /// The version of the server; empty until it has the note.
    var version = ""

    /// The head by which a change says what it was made to.
    var head: HTTPResponse? {
        version.isEmpty ? nil : HTTPResponse(status: .ok, headerFields: [.eTag: "\"\(version)\""])
    }
}

/// A text of a person, and the text that it changes.
struct Draft: Codable, Sendable, Hashable {
    let id: String
    var text: String
    var basis: String
}

extension Request where API == Notes, Value == [Note] {
    static var notes: Self { Request("notes") }
}

/// Adds or changes a note. The server recognises a repetition by its key, so a write whose response was lost is sent
/// again and applied once.
let save = DurableWrite<Notes, Draft, Note>("save") { draft in
    Request("notes/\(draft.id)", method: .put, body: .json(draft))
} plan: { draft, write in
    write.update(.notes) { notes in
        if let index = notes.firstIndex(where: { $0.id == draft.id }) {
            notes[index].text = draft.text
        } else {
            notes.append(Note(id: draft.id, text: draft.text))
        }
    }
}
.repeating(.byKey())
.scoped { $0.id }

let remove = DurableWrite<Notes, String, Void>("remove") { id in
    Request("notes/\(id)", method: .delete, reading: .nothing)
} plan: { id, write in
    write.update(.notes) { notes in notes.removeAll { $0.id == id } }
}
.scoped { $0 }
