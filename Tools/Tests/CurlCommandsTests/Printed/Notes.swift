import Foundation
import Freshet

/// The web API of notes.example.
struct Notes: Service {
    let baseURL = "https://notes.example"
    let token: String

    var credentials: Credentials? { .bearer(token) }
}

extension Request where API == Notes, Value == Data {
    /// Sends `POST /api/notes`.
    static var postNotes: Self {
        Request(
            "api/notes", method: .post,
            headers: [.accept: "*/*", .origin: "https://notes.example"],
            body: .bytes(
                Data(#"{"text":"It's tea time!","tags":["a\b"]}"#.utf8),
                contentType: "application/json"))
    }
}
