import ArgumentParser
import Emulator
import Testing

@testable import GazetteCommands

/// The choice of the server by flags, environment and file.
struct ServiceHostTests {
    private func host(
        _ flags: [String], key: String? = nil, url: String? = nil, isLive: Bool = false
    ) throws -> ServiceHost {
        var settings = Settings()
        settings.keys[.news] = key
        settings.baseURLs[.news] = url
        settings.isLive = isLive
        return ServiceHost(for: .news, try ServiceOptions.parse(flags), settings)
    }

    @Test func theFirstThatAppliesResponds() throws {
        #expect(try host([]) == .emulator)
        #expect(try host([], key: "k") == .service)
        for key in Emulator.failingKeys {
            #expect(try host([], key: key) == .emulator)
            #expect(try host(["--live"], key: key) == .service)
        }
        #expect(try host([], isLive: true) == .service)
        #expect(try host(["--live"]) == .service)
        #expect(try host([], key: "k", url: "http://a") == .address("http://a/v2"))
        #expect(try host(["--live"], url: "http://a") == .service)
        #expect(
            try host(["--base-url", "http://b", "--live"], key: "k", url: "http://a") == .address("http://b/v2"))
        #expect(try host(["--emulator", "--base-url", "http://b", "--live"], key: "k", isLive: true) == .emulator)
    }

    @Test func theEmulatorHasFeedsUnlessRealServicesAreChosen() throws {
        func isEmulated(_ flags: [String], key: String? = nil, isLive: Bool = false) throws -> Bool {
            var settings = Settings()
            settings.keys[.movies] = key
            settings.isLive = isLive
            return ServiceHost.emulatesFeeds(try ServiceOptions.parse(flags), settings)
        }
        #expect(try isEmulated([]) && isEmulated([], key: "invalid"))
        #expect(try !isEmulated([], key: "k") && !isEmulated(["--live"]) && !isEmulated([], isLive: true))
        #expect(try !isEmulated(["--base-url", "http://a"]))
        #expect(try isEmulated(["--emulator"], key: "k", isLive: true))
    }

    @Test func picturesComeFromWhereTheServiceIs() {
        let emulator = "http://127.0.0.1:1234"
        #expect(ServiceHost.emulator.address(ofEmulator: emulator) == emulator)
        #expect(ServiceHost.address("http://b/v2").address(ofEmulator: emulator) == "http://b/v2")
        #expect(ServiceHost.service.address(ofEmulator: emulator) == nil)
    }

    @Test func eachServerHasASessionOfItsOwn() {
        let hosts: [ServiceHost] = [
            .emulator, .service, .address("http://a.b"), .address("http://a-b"), .address("http-//a.b"),
            .address("http://a.b/"), .address("tmdb:"),
        ]
        #expect(Set(hosts.map(MovieAccount.fileName)).count == hosts.count)
        #expect(MovieAccount.fileName(of: .address("http://a.b/3")) == "session-http%3A%2F%2Fa%2Eb%2F3.json")
    }

    @Test func samplesAreNamedUnlessAllAre() {
        #expect(Footnotes.samples([.news: .service, .movies: .address("http://a")]) == nil)
        #expect(Footnotes.samples([.news: .emulator, .movies: .emulator])?.hasPrefix("Sample data, invented") == true)
        #expect(
            Footnotes.samples([.news: .service, .movies: .emulator])?.hasPrefix("Sample data (TMDb), invented") == true)
    }

    @Test func theAgeOfCopiesIsThatOfTheOldest() {
        #expect(Footnotes.age(of: .init()) == nil)
        #expect(Footnotes.age(of: .init(count: 1, age: .seconds(300))) == "Stored copy, loaded 5 min ago.")
        #expect(Footnotes.age(of: .init(count: 3, age: .seconds(7300))) == "Stored copies, the oldest loaded 2 h ago.")
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
