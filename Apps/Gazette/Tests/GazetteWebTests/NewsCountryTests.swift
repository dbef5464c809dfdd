import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

@testable import GazetteWeb
@testable import LivePages

/// The news country: the one that a reader has chosen, or the region of the browser's language.
@Suite(.timeLimit(.minutes(1)))
struct NewsCountryTests {
    @Test(
        "The region of the preferred language",
        arguments: [
            ("de-CH, de;q=0.9, en;q=0.8", "CH"), ("en;q=0.5, fr-CA;q=0.7", "CA"), ("en-US", "US"), ("de", "DE"),
            ("*, pt-BR;q=0.1", "BR"), ("zh-Hant", "TW"), ("en-GB;q=0, de-AT;q=0.3", "AT"), ("de_CH", nil), ("", nil),
            ("*", nil), ("en-US;q=0", nil), (String(repeating: "de,", count: 200), nil), ("<script>", nil),
        ])
    func regions(field: String, region: String?) {
        #expect(AcceptedLanguages.region(field) == region)
    }

    private static func chosen(_ response: Site.ReceivedResponse) throws -> String {
        String(try #require(response.text.firstMatch(of: /<option value="([a-z]{2})" selected/)).1)
    }

    @Test func theBrowsersRegionCountsUntilAReaderChooses() async throws {
        try await Guest.visitEmulator { guest in
            let german: HTTPFields = [.acceptLanguage: "de-DE,de;q=0.9"]
            for path in ["/news", "/sources", "/news?category=science"] {
                let (here, there) = (try await guest.get(path, german), try await guest.other.get(path))
                #expect(try Self.chosen(here) == "de", "\(path)")
                #expect(try Self.chosen(there) == "us", "\(path)")
            }
            #expect(try await guest.get("/news", german).text.contains("href=\"/news.rss?country=de\""))
            #expect(try await guest.get("/", german).text != guest.other.get("/").text)
            // The service has no news of Iceland.
            #expect(try Self.chosen(try await guest.get("/news", [.acceptLanguage: "is-IS"])) == "us")
            // An address that names a country counts more, and is not a choice.
            #expect(try Self.chosen(try await guest.get("/news?country=gb", german)) == "gb")
            #expect(try Self.chosen(try await guest.get("/news", german)) == "de")
        }
    }

    @Test func aCountryIsChosenInTheListOrInTheSettings() async throws {
        try await Guest.visitEmulator { guest in
            let page = try await guest.get("/news")
            let id = String(try #require(page.text.firstMatch(of: /data-page="([^"]+)"/)).1)
            #expect(try await guest.postJSON("/live/\(id)", #"{"name":"country","value":"gb"}"#) == 204)
            #expect(guest.cookie("country") == "gb")
            #expect(try Self.chosen(try await guest.get("/sources", [.acceptLanguage: "de-DE"])) == "gb")
            #expect(try Self.chosen(try await guest.get("/settings")) == "gb")
            #expect(try await guest.postJSON("/live/\(id)", #"{"name":"country","value":"<b>"}"#) == 204)
            #expect(guest.cookie("country") == "gb")
            _ = try await guest.post("/settings", [("country", "fr")])
            #expect(try Self.chosen(try await guest.get("/news")) == "fr")
            _ = try await guest.post("/settings", [("country", "")])
            #expect(try Self.chosen(try await guest.get("/news", [.acceptLanguage: "de-DE"])) == "de")
            let settings = try await guest.get("/settings", [.acceptLanguage: "de-DE"])
            #expect(settings.text.contains("<option value=\"\" selected>Same as the browser: Germany</option>"))
        }
    }

    @Test func aCountryWithoutNewsLeadsToThoseOfTheUnitedStates() async throws {
        let stub = StubTransport { request in
            request.head.path?.contains("country=us") == true
                ? .json(#"{"status":"ok","totalResults":1,"articles":[{"title":"A","url":"https://a.example/"}]}"#)
                : .json(#"{"status":"ok","totalResults":0,"articles":[]}"#)
        }
        try await Site.run(WebConfiguration(clients: Site.clients(stub))) { get in
            let page = try await get("/news", [.acceptLanguage: "de-DE"])
            #expect(page.text.contains("href=\"/news?country=us\""))
            #expect(try await get("/news?country=us", [.acceptLanguage: "de-DE"]).text.contains("https://a.example/"))
        }
    }
}
