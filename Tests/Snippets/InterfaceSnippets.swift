import Foundation
import Freshet
import FreshetCombine

// The code of the guide "Publisher, async/await or Result", and the weather of the page "Sample services".

struct Weather: Service {
    let baseURL = "https://weather.example/v1"
}

struct Forecast: Decodable, Sendable {
    let text: String
}

extension Request where API == Weather, Value == Forecast {
    static func forecast(for city: String) -> Self { Request("forecast/\(city)") }
}

func threeFaces(_ weather: Client<Weather>) async throws -> (AnyCancellable, FetchTask) {
    let forecast = try await weather.value(for: .forecast(for: "Oslo"))  // throws(FetchError)
    print(forecast.text)

    let subscription = weather.publisher(for: .forecast(for: "Oslo"))  // Failure == FetchError
        .receive(on: DispatchQueue.main)
        .sink { completion in
            print(completion)
        } receiveValue: { forecast in
            print(forecast.text)
        }

    let task = weather.fetch(.forecast(for: "Oslo")) { result in  // Result<…, FetchError>
        print(result)
    }
    return (subscription, task)
}
