import Foundation
import Freshet

/// The web API of shop.example.
struct FormShop: Service {
    let baseURL = "https://shop.example"
}

extension Request where API == FormShop, Value == Data {
    /// Sends `POST /orders`.
    static var postOrders: Self { Request("orders", method: .post, body: .form(["title": "Green tea", "amount": 2])) }
}
