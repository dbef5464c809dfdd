import Foundation
import Freshet
import FreshetCombine
import NewsAPI

// The code of README.md.

struct Weather: Service {
    let baseURL = "https://weather.example/v1"
}

struct Forecast: Decodable, Sendable {
    let text: String
}

extension Request where API == Weather, Value == Forecast {
    static func forecast(for city: String) -> Self {
        Request("forecast/\(city)")
    }
}

func printForecast() async throws {
    let weather = Client(Weather())
    let forecast = try await weather.value(for: .forecast(for: "São Paulo"))
    print(forecast.text)  // Sunny, 24 °C
}

func threeFaces(_ news: Client<NewsAPI>) async throws -> (AnyCancellable, FetchTask) {
    let page = try await news.value(for: .topHeadlines(country: .us))  // throws(FetchError)
    print(page.articles.count)

    let subscription = news.publisher(for: .topHeadlines(country: .us))  // Failure == FetchError
        .receive(on: DispatchQueue.main)
        .sink { completion in
            print(completion)
        } receiveValue: { page in
            print(page.articles.count)
        }

    let task = news.fetch(.topHeadlines(country: .us)) { result in  // Result<…, FetchError>
        print(result)
    }
    return (subscription, task)
}
