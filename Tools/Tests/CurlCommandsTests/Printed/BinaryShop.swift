import Foundation
import Freshet

/// The web API of shop.example.
struct BinaryShop: Service {
    let baseURL = "https://shop.example"
}

extension Request where API == BinaryShop, Value == Data {
    /// Sends `POST /orders`.
    static var postOrders: Self {
        Request(
            "orders", method: .post,
            body: .bytes(
                Data([
                    0x89, 0x50, 0x4E, 0x47, 0xFF, 0x0D,
                ]), contentType: "image/png"))
    }
}
