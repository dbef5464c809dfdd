import Foundation
import Freshet

/// The web API of shop.example.
struct ShopSearch: Service {
    let baseURL = "https://shop.example"
}

extension Request where API == ShopSearch, Value == Data {
    /// Sends `GET /search`.
    static var search: Self { Request("search?q=green+tea", query: ["page": 2]) }
}
