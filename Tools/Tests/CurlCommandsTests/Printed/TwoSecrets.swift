import Foundation
import Freshet

/// The web API of maps.example.
struct TwoSecrets: Service {
    let baseURL = "https://maps.example/v1"
    let token: String
    let sessionToken: String

    var credentials: Credentials? { .bearer(token) }
    var headers: HTTPFields { [.xSessionToken: sessionToken] }
}

extension Request where API == TwoSecrets, Value == Data {
    /// Sends `GET /v1/route`.
    static var route: Self { Request("route") }
}

extension HTTPField.Name {
    fileprivate static let xSessionToken = Self("X-Session-Token")!
}
