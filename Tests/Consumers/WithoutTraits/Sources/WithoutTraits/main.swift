import Freshet
import FreshetCombine
import FreshetTesting

/// What a user of the library alone writes: a service, a request, a publisher of its value, and a stub in a test.
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

let stub = StubTransport { _ in .json(#"{"text":"Rain"}"#) }
let forecast = try await Client(Weather(), transport: stub, cache: nil).value(for: .forecast(for: "Oslo"))
print("\(forecast.text) from a stub.")
