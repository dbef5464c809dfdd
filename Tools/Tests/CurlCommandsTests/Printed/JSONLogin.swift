import Foundation
import Freshet

/// The web API of login.example.
struct JSONLogin: Service {
    let baseURL = "https://login.example"
}

extension Request where API == JSONLogin, Value == Data {
    /// Sends `POST /session`.
    static func postSession(password: String, clientSecret: String) -> Self {
        Request(
            "session", method: .post,
            body: .bytes(
                Data(
                    #"""
                    {"user":"ann","password":"\#(password)","scopes":["read"],"client":{"client_secret":"\#
                    \#(clientSecret)"}}
                    """#.utf8),
                contentType: "application/json"))
    }
}
