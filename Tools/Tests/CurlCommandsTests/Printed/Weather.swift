import Foundation
import Freshet

/// The web API of weather.example.
struct Weather: Service {
    let baseURL = "https://weather.example/v1"
}

extension Request where API == Weather, Value == Data {
    /// Sends `GET /v1/forecast`.
    static var forecast: Self {
        Request(
            "forecast",
            query: ["city": "Oslo"],
            headers: [
                .userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0",
                .accept: "application/json",
                .acceptLanguage: "en-GB,en;q=0.5",
                .acceptEncoding: "gzip, deflate",
                .referer: "https://weather.example/",
                .dnt: "1",
                .connection: "keep-alive",
                .secFetchDest: "empty",
                .priority: "u=0",
            ])
    }
}

extension HTTPField.Name {
    fileprivate static let dnt = Self("DNT")!
    fileprivate static let secFetchDest = Self("Sec-Fetch-Dest")!
}
