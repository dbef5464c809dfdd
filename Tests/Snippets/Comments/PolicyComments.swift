import Foundation
import Freshet
import FreshetTesting
import Testing

// The code of the comments about policies, states and the basic types.

enum PolicyComments {
    static func remembered(_ weather: Client<Weather>) async throws -> Forecast {
        let forecasts = Cache<String, Forecast>(lifetime: .seconds(600), entryLimit: 100)
        if let forecast = forecasts["Oslo"] { return forecast }
        let forecast = try await weather.value(for: .forecast(for: "Oslo"))
        forecasts["Oslo"] = forecast
        return forecast
    }

    static func showState(
        _ state: FetchState<News.Page>, showBanner: (String) -> Void, showSpinner: () -> Void
    ) {
        func show(_ articles: [News.Article], dimmed: Bool) {}
        if let page = state.value { show(page.articles, dimmed: state.isStale) }
        if let error = state.error { showBanner(error.localizedDescription) }
        if state.isFetching { showSpinner() }
    }

    static func showLoading(
        _ state: LoadingState<[Film]>, show: ([Film]) -> Void, showHint: (String) -> Void, showSpinner: () -> Void,
        showMessage: (String) -> Void
    ) {
        switch state {
        case .idle: showHint("Search for a film")
        case .loading: showSpinner()
        case .loaded(let films): show(films)
        case .failed(let error): showMessage(error.localizedDescription)
        }
    }

    struct Maps: Service {
        let key: String
        let baseURL = "https://maps.example/v2"
        var credentials: Credentials? { .bearer(key) }
    }

    static func limited() -> Client<News> {
        var configuration = ClientConfiguration.platform
        configuration.limits.callTimeout = .seconds(15)
        configuration.limits.bodyBytes = 4 << 20
        let news = Client(News(), configuration)
        return news
    }

    static func retrying() async throws -> Forecast {
        var configuration = ClientConfiguration.platform
        configuration.retry = RetryPolicy(attempts: 5, base: .seconds(1), cap: .seconds(30))
        let weather = Client(Weather(), configuration)
        let forecast = try await weather.value(for: .forecast(for: "Oslo").retrying(.never))
        return forecast
    }

    static func progress(of photo: URL, show: @escaping @Sendable (String) -> Void) -> Request<HelpDesk, Void> {
        let upload = Request.attach(photo, to: 7).onProgress { progress in
            let percent = progress.sent.fraction.map { "\(Int($0 * 100)) %" } ?? "…"
            show([percent, progress.sent.remainingText()].compactMap(\.self).joined(separator: ", "))
        }
        return upload
    }
}

@Suite(.timeLimit(.minutes(1)))
struct PolicyCommentTests {
    @Test func timeMovesByOneCall() async throws {
        let clock = ManualClock()
        let stub = StubTransport { _ in .json(#"{"articles":[]}"#, headers: [.cacheControl: "max-age=60"]) }
        let news = Client(News(), transport: stub, cache: HTTPCache(), time: clock.time)
        _ = try await news.value(for: .headlines)
        clock.advance(by: .seconds(61))
        let response = try await news.response(for: .headlines)  // no longer fresh: sent again
        #expect(response.source == .network)
        #expect(stub.requests.count == 2)
    }
}
