import Freshet
import FreshetCombine

/// What a user of the library alone writes: a service, a request and a publisher of its value.
struct Weather: Service {
    let baseURL = "https://weather.example/v1"
}

struct Forecast: Decodable, Sendable {
    let text: String
}

extension Request where API == Weather, Value == Forecast {
    static func forecast(for city: String) -> Self { Request("forecast/\(city)") }
}

let client = Client(Weather())
let publisher = client.publisher(for: .forecast(for: "São Paulo")).map(\.text)
print("A publisher of \(type(of: publisher).Output.self) without SwiftNIO.")
