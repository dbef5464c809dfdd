import Foundation
import Freshet

/// The web API of notes.example.
struct SafariNotes: Service {
    let baseURL = "https://notes.example"
    let token: String

    var credentials: Credentials? { .bearer(token) }
}

extension Request where API == SafariNotes, Value == Data {
    /// Sends `POST /api/notes`.
    static var postNotes: Self {
        Request(
            "api/notes", method: .post,
            headers: [.accept: "application/json"],
            body: .bytes(Data(#"{"text":"tea"}"#.utf8), contentType: "application/json"))
    }
}
