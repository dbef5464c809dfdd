import ArgumentParser
import Testing

@testable import GazetteCommands

/// The choice of the server by flags, environment and file.
struct AnswererTests {
    private func answerer(
        _ flags: [String], key: String? = nil, url: String? = nil, isLive: Bool = false
    ) throws -> Answerer {
        var settings = Settings()
        settings.keys[.news] = key
        settings.baseURLs[.news] = url
        settings.isLive = isLive
        return Answerer(for: .news, try ServiceOptions.parse(flags), settings)
    }

    @Test func theFirstThatAppliesAnswers() throws {
        #expect(try answerer([]) == .emulator)
        #expect(try answerer([], key: "k") == .service)
        #expect(try answerer([], isLive: true) == .service)
        #expect(try answerer(["--live"]) == .service)
        #expect(try answerer([], key: "k", url: "http://a") == .address("http://a/v2"))
        #expect(try answerer(["--live"], url: "http://a") == .service)
        #expect(
            try answerer(["--base-url", "http://b", "--live"], key: "k", url: "http://a") == .address("http://b/v2"))
        #expect(try answerer(["--emulator", "--base-url", "http://b", "--live"], key: "k", isLive: true) == .emulator)
    }

    @Test(
        "An address without a path gets the service's",
        arguments: [
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080/v2"),
            ("http://127.0.0.1:8080/", "http://127.0.0.1:8080/v2"),
            ("http://a.example/news/v2", "http://a.example/news/v2"), ("nonsense", "nonsense"),
        ])
    func completed(address: String, expected: String) {
        #expect(ReaderService.news.completed(address) == expected)
    }
}
