import Foundation
import Freshet

/// The web API of shop.example.
struct ShopOrders: Service {
    let baseURL = "https://shop.example/api/v1"
    let cookie: String

    var headers: HTTPFields { [.cookie: cookie] }
}

extension Request where API == ShopOrders, Value == Data {
    /// Sends `GET /api/v1/orders`.
    static var orders: Self {
        Request(
            "orders",
            query: ["page": 2, "sort": "newest"],
            headers: [
                .accept: "application/json, text/plain, */*",
                .acceptLanguage: "en-GB,en-US;q=0.9,en;q=0.8",
                .priority: "u=1, i",
                .referer: "https://shop.example/account",
                .secChUa: #""Chromium";v="131", "Not_A Brand";v="24""#,
                .secChUaMobile: "?0",
                .secChUaPlatform: #""Linux""#,
                .secFetchDest: "empty",
                .secFetchMode: "cors",
                .secFetchSite: "same-origin",
                .userAgent:
                    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
            ])
    }
}

extension HTTPField.Name {
    fileprivate static let secChUa = Self("sec-ch-ua")!
    fileprivate static let secChUaMobile = Self("sec-ch-ua-mobile")!
    fileprivate static let secChUaPlatform = Self("sec-ch-ua-platform")!
    fileprivate static let secFetchDest = Self("sec-fetch-dest")!
    fileprivate static let secFetchMode = Self("sec-fetch-mode")!
    fileprivate static let secFetchSite = Self("sec-fetch-site")!
}
