import Foundation
import Freshet

/// The web API of maps.example.
struct Maps: Service {
    let baseURL = "https://maps.example/v1"
    let apiKey: String

    var credentials: Credentials? { .query("api_key", apiKey) }
}

extension Request where API == Maps, Value == Data {
    /// Sends `GET /v1/route`.
    static var route: Self { Request("route", query: ["from": "Oslo", "to": "Bergen"]) }
}
