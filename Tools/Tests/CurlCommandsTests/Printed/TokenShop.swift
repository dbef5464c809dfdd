import Foundation
import Freshet

/// The web API of shop.example.
struct TokenShop: Service {
    let baseURL = "https://shop.example"
    let authorization: String

    var credentials: Credentials? { .header(.authorization, "Token \(authorization)") }
}

extension Request where API == TokenShop, Value == Data {
    /// Sends `GET /private`.
    static var privateRequest: Self { Request("private") }
}
