import Freshet
import FreshetTesting

struct Weather: Service {
    let baseURL = "https://weather.example/v1"
}

struct Forecast: Decodable, Sendable {
    let text: String
}

extension Request where API == Weather, Value == Forecast {
    static func forecast(for city: String) -> Self { Request("forecast/\(city)") }
}

// A stub stands in for the server, so that this runs anywhere. `Client(Weather())` uses the network.
let server = StubTransport { request in
    request.head.path == "/v1/forecast/Oslo" ? .json(#"{"text": "Sunny, 24 °C"}"#) : .status(404)
}
let weather = Client(Weather(), transport: server, cache: nil)

print(try await weather.value(for: .forecast(for: "Oslo")).text)
do {
    print(try await weather.value(for: .forecast(for: "Atlantis")).text)
} catch {
    print(error.code, error.isRetryable)  // a FetchError, without a cast
}
