import Foundation
import FreshetTesting
import HTTPTypes
import Testing

@testable import GazetteWeb

/// What works by posting a form, with a script or without.
@Suite(.timeLimit(.minutes(1)))
struct FormTests {
    @Test func aCompleteFormSignsUpAndKeepsNoPassword() async throws {
        try await Site.posting { post in
            let response = try await post(
                "/people/sign-up", "username=Ada+Lee&password=caf%C3%A9s&passwordAgain=caf%C3%A9s", "same-origin")
            #expect(response.status == 200)
            #expect(response.text.contains("Welcome, Ada Lee"))
            #expect(response.text.contains("value=\"Ada Lee\""))
            #expect(!response.text.contains("cafés"))
        }
    }

    @Test(
        "Errors of a form are shown",
        arguments: [
            ("username=abc&password=long&passwordAgain=long", "The name must have more than 3 characters."),
            ("username=abcd&password=abc&passwordAgain=abc", "The password must have more than 3 characters."),
            ("username=abcd&password=abcd&passwordAgain=abce", "The passwords are different."),
            ("username=&password=&passwordAgain=", "Enter a name and the same password twice"),
            ("username=%3Cb%3Eabcd&password=&passwordAgain=", "&lt;b&gt;abcd"),
        ])
    func verdicts(form: String, text: String) async throws {
        try await Site.posting { post in
            let response = try await post("/people/sign-up", form, "same-origin")
            #expect(response.text.contains(text))
            #expect(!response.text.contains("Welcome"))
        }
    }

    @Test func settingsAreKeptInCookies() async throws {
        try await Site.posting { post in
            let response = try await post(
                "/settings", "theme=dark&size=larger&letters=sans&density=dense", "same-origin")
            #expect(response.status == 303)
            #expect(response.headers[.location] == "/settings?kept=yes")
            let cookies = response.headers[values: .setCookie]
            #expect(cookies.count == 7)
            #expect(cookies.contains { $0.hasPrefix("size=larger;") })
            #expect(cookies.contains { $0.hasPrefix("theme=dark;") })
            #expect(cookies.contains { $0.hasPrefix("keys=off;") })
            #expect(cookies.contains { $0.hasPrefix("density=dense;") })
            #expect(cookies.allSatisfy { $0.contains("HttpOnly") && $0.contains("SameSite=Lax") })
        }
    }

    @Test func theDensityIsChosenAboveAList() async throws {
        try await Site.posting { post in
            let response = try await post(
                "/settings/density", "density=dense&back=/movies/popular%3Fpages=2", "same-origin")
            #expect(response.status == 303)
            #expect(response.headers[.location] == "/movies/popular?pages=2")
            #expect(response.headers[values: .setCookie].contains { $0.hasPrefix("density=dense;") })
            let away = try await post("/settings/density", "density=airy&back=//elsewhere.example/", "same-origin")
            #expect(away.headers[.location] == "/")
            #expect(try await post("/settings/density", "density=loose", "same-origin").status == 400)
            #expect(try await post("/settings/density", "density=dense", "cross-site").status == 403)
        }
    }

    @Test func settingsThatNobodyKnowsStayAsUsual() async throws {
        try await Site.posting { post in
            let form = "theme=%0D%0ASet-Cookie:%20a=b&letters=none&keys=on"
            let response = try await post("/settings", form, "same-origin")
            let cookies = response.headers[values: .setCookie]
            #expect(cookies.contains { $0.hasPrefix("theme=system;") })
            #expect(cookies.contains { $0.hasPrefix("letters=serif;") })
            #expect(!cookies.contains { $0.hasPrefix("a=b") })
        }
    }

    @Test func theFrontPageIsArranged() async throws {
        try await Site.posting { post in
            let form = "show-meal=on&place-meal=1&show-headlines=on&place-headlines=2&place-stories=3"
            let response = try await post("/settings", form, "same-origin")
            let cookies = response.headers[values: .setCookie]
            #expect(cookies.contains { $0.hasPrefix("front=meal.headlines;") })
        }
        try await Site.onEmulator { get in
            let page = try await get("/", [.cookie: "front=meal.headlines.nonsense.meal"])
            let meal = try #require(page.text.range(of: "id=\"part-meal\""))
            let headlines = try #require(page.text.range(of: "id=\"part-headlines\""))
            #expect(meal.lowerBound < headlines.lowerBound)
            #expect(page.count(of: "id=\"part-") == 2)
            let kept = try await get("/settings?kept=yes", [.cookie: "front=meal.headlines"])
            #expect(kept.text.contains("Your settings were saved"))
            #expect(kept.text.contains("name=\"show-meal\" value=\"on\" checked"))
            #expect(!kept.text.contains("name=\"show-movies\" value=\"on\" checked"))
        }
    }

    @Test func strangersPostNothing() async throws {
        try await Site.posting { post in
            let response1 = try await post("/settings", "theme=dark", "cross-site")
            #expect(response1.status == 403)
            let response2 = try await post("/people/sign-up", "username=abcd", "same-site")
            #expect(response2.status == 403)
        }
    }

    @Test func whatIsTooLongOrUnknownIsRefused() async throws {
        try await Site.posting { post in
            let long = String(repeating: "a", count: 40_000)
            let response3 = try await post("/settings", "theme=\(long)", "same-origin")
            #expect(response3.status == 400)
            let response4 = try await post("/news", "a=b", "same-origin")
            #expect(response4.status == 404)
        }
    }

    @Test func pagesLookAsWasChosen() async throws {
        try await Site.onResponse(.json("[]")) { get in
            let page = try await get("/people", [.cookie: "theme=dark; size=smaller; letters=sans; keys=off"])
            #expect(
                page.text.contains(
                    "data-theme=\"dark\" data-size=\"smaller\" data-letters=\"sans\" data-density=\"airy\" data-keys=\"off\""
                ))
            #expect(page.text.contains("name=\"color-scheme\" content=\"dark\""))
            let settings = try await get("/settings", [.cookie: "theme=\"><script>"])
            #expect(settings.text.contains("data-theme=\"system\""))
            #expect(settings.text.contains("<kbd>j</kbd>"))
        }
    }
}
