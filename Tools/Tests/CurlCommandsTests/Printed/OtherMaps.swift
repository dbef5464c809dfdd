import Foundation
import Freshet

/// The web API of maps.example.
struct OtherMaps: Service {
    let baseURL = "https://maps.example/v1"
}

extension Request where API == OtherMaps, Value == Data {
    /// Sends `GET /v1/route`.
    static func route(key: String) -> Self { Request("route", query: ["key": key, "from": "Oslo"]) }
}
