import Foundation
import Freshet

/// The web API of shop.example.
struct PrivateShop: Service {
    let baseURL = "https://shop.example"
    let user: String
    let password: String

    var credentials: Credentials? { .basic(user: user, password: password) }
}

extension Request where API == PrivateShop, Value == Data {
    /// Sends `GET /private`.
    static var privateRequest: Self { Request("private") }
}
