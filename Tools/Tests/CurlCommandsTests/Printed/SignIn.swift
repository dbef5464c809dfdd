import Foundation
import Freshet

/// The web API of login.example.
struct SignIn: Service {
    let baseURL = "https://login.example"
}

extension Request where API == SignIn, Value == Data {
    /// Sends `POST /session`.
    static func postSession(password: String) -> Self {
        Request(
            "session", method: .post,
            headers: [.origin: "null", .upgradeInsecureRequests: "1"],
            body: .form(["user": "ann", "password": password, "remember": "on"]))
    }
}

extension HTTPField.Name {
    fileprivate static let upgradeInsecureRequests = Self("upgrade-insecure-requests")!
}
