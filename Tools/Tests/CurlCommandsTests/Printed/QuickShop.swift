import Foundation
import Freshet

/// The web API of shop.example.
struct QuickShop: Service {
    let baseURL = "https://shop.example"
}

extension Request where API == QuickShop, Value == Data {
    /// Sends `GET /`.
    static var start: Self {
        Request("").timeout(.seconds(5))
    }
}

extension ClientConfiguration {
    /// The connections of clients of ``QuickShop``.
    static func quickShop() -> ClientConfiguration {
        var connections = AsyncHTTPClientTransport.Configuration()
        connections.connectTimeout = .milliseconds(2500)
        return ClientConfiguration(transport: AsyncHTTPClientTransport(connections), cache: HTTPCache())
    }
}
