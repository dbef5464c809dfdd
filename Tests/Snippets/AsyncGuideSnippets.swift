import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import Testing

// The code of the guide "Coming from async/await and URLSession".

func forecastOrReason(_ weather: Client<Weather>, for city: String) async -> String {
    do throws(FetchError) {
        return try await weather.value(for: .forecast(for: city)).text
    } catch {
        return error.localizedDescription  // a FetchError, without a cast
    }
}

func twoAtOnce(_ weather: Client<Weather>) async throws -> [String] {
    async let here = weather.value(for: .forecast(for: "Oslo"))
    async let there = weather.value(for: .forecast(for: "Lima"))
    return try await [here.text, there.text]
}

func inTheirOrder(_ weather: Client<Weather>, for cities: [String]) async -> [String] {
    var texts = [String]()
    for await result in cities.inOrder({ weather.publisher(for: .forecast(for: $0)) }).typedValues {
        if let forecast = try? result.get() { texts.append(forecast.text) }
    }
    return texts
}

func watch(_ news: Client<News>, show: (FetchState<News.Page>) -> Void) async {
    for await state in news.states(for: .headlines) {
        show(state)  // loading; the stored page, marked as stale; the fresh one
    }
}

func wholeResponse(_ weather: Client<Weather>) async throws -> String {
    let response = try await weather.response(for: .forecast(for: "Oslo"))
    print(response.head.status, response.source, response.metrics.attempts)
    return response.value.text
}

@Suite(.timeLimit(.minutes(1)))
struct AsyncGuideSnippets {
    @Test
    func theServersReasonIsShown() async {
        let stub = StubTransport { _ in .status(503) }
        let weather = Client(Weather(), transport: stub, cache: nil, retry: .never)
        let reason = await forecastOrReason(weather, for: "Oslo")
        #expect(reason == "weather.example responded with status 503.")
    }

    @Test func theOrderIsThatOfTheCities() async {
        let stub = StubTransport { request in .json(#"{"text":"\#(request.head.path ?? "")"}"#) }
        let texts = await inTheirOrder(Client(Weather(), transport: stub, cache: nil), for: ["Oslo", "Lima", "Rome"])
        #expect(texts == ["/v1/forecast/Oslo", "/v1/forecast/Lima", "/v1/forecast/Rome"])
    }
}
