import FreshetTesting
import HTTPTypes
import Testing

@testable import GazetteWeb

/// What works by posting a form, with a script or without.
@Suite(.timeLimit(.minutes(1)))
struct FormTests {
    @Test func aCompleteFormSignsUpAndKeepsNoPassword() async throws {
        try await Site.posting { post in
            let answer = try await post(
                "/people/sign-up", "username=Ada+Lee&password=caf%C3%A9s&passwordAgain=caf%C3%A9s", "same-origin")
            #expect(answer.status == 200)
            #expect(answer.text.contains("Welcome, Ada Lee"))
            #expect(answer.text.contains("value=\"Ada Lee\""))
            #expect(!answer.text.contains("cafés"))
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
            let answer = try await post("/people/sign-up", form, "same-origin")
            #expect(answer.text.contains(text))
            #expect(!answer.text.contains("Welcome"))
        }
    }

    @Test func settingsAreKeptInCookies() async throws {
        try await Site.posting { post in
            let answer = try await post("/settings", "theme=dark&letters=sans", "same-origin")
            #expect(answer.status == 303)
            #expect(answer.headers[.location] == "/settings")
            let cookies = answer.headers[values: .setCookie]
            #expect(cookies.count == 3)
            #expect(cookies.contains { $0.hasPrefix("theme=dark;") })
            #expect(cookies.contains { $0.hasPrefix("keys=off;") })
            #expect(cookies.allSatisfy { $0.contains("HttpOnly") && $0.contains("SameSite=Lax") })
        }
    }

    @Test func settingsThatNobodyKnowsStayAsUsual() async throws {
        try await Site.posting { post in
            let form = "theme=%0D%0ASet-Cookie:%20a=b&letters=none&keys=on"
            let answer = try await post("/settings", form, "same-origin")
            let cookies = answer.headers[values: .setCookie]
            #expect(cookies.contains { $0.hasPrefix("theme=system;") })
            #expect(cookies.contains { $0.hasPrefix("letters=serif;") })
            #expect(!cookies.contains { $0.hasPrefix("a=b") })
        }
    }

    @Test func strangersPostNothing() async throws {
        try await Site.posting { post in
            let answer1 = try await post("/settings", "theme=dark", "cross-site")
            #expect(answer1.status == 403)
            let answer2 = try await post("/people/sign-up", "username=abcd", "same-site")
            #expect(answer2.status == 403)
        }
    }

    @Test func whatIsTooLongOrUnknownIsRefused() async throws {
        try await Site.posting { post in
            let long = String(repeating: "a", count: 5000)
            let answer3 = try await post("/settings", "theme=\(long)", "same-origin")
            #expect(answer3.status == 400)
            let answer4 = try await post("/news", "a=b", "same-origin")
            #expect(answer4.status == 404)
        }
    }

    @Test func pagesLookAsWasChosen() async throws {
        try await Site.onAnswer(.json("[]")) { get in
            let page = try await get("/people", [.cookie: "theme=dark; letters=sans; keys=off"])
            #expect(page.text.contains("data-theme=\"dark\" data-letters=\"sans\" data-keys=\"off\""))
            #expect(page.text.contains("name=\"color-scheme\" content=\"dark\""))
            let settings = try await get("/settings", [.cookie: "theme=\"><script>"])
            #expect(settings.text.contains("data-theme=\"system\""))
            #expect(settings.text.contains("<kbd>j</kbd>"))
        }
    }
}
