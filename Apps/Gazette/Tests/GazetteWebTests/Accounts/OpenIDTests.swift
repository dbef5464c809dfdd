import Emulator
import Foundation
import Freshet
import HTTPTypes
import Testing

@testable import GazetteWeb
@testable import ReaderStorage

/// Signing in at a provider of OpenID Connect, which the emulator plays.
@Suite(.timeLimit(.minutes(2)))
struct OpenIDTests {
    private struct Provider: Service {
        let baseURL: String
    }

    /// Runs a body with a site whose provider is an emulator.
    private static func visit(
        _ kind: StoreHome.Kind = .sqlite, _ admission: AccountSettings.Admission = .open,
        _ body: @Sendable (AccountSite) async throws -> Void
    ) async throws {
        var emulated = EmulatorConfiguration()
        emulated.signInTime = { StoreHome.start }
        let emulator = try await Emulator(emulated).start()
        let issuer = "http://127.0.0.1:\(emulator.port)\(Emulator.openIDPath)"
        do {
            try await AccountSite.visit(kind, admission) {
                $0.accounts?.openID = OpenIDSettings(issuer: issuer, clientID: "gazette", clientSecret: "hush&=%")
            } _: { site in
                try await body(site)
            }
        } catch {
            await emulator.stop()
            throw error
        }
        await emulator.stop()
    }

    /// Follows the way to the provider with a name, and returns the path with which it sends the browser back.
    private static func callback(_ guest: Guest, as name: String, from path: String = "/openid") async throws -> String
    {
        let begun = try await guest.get(path)
        #expect(begun.status == 303)
        let address = try #require(begun.headers[.location])
        let client = Client(
            Provider(baseURL: address), ClientConfiguration(transport: DefaultTransport.shared, cache: nil))
        let request = Request<Provider, Void>(.absolute("\(address)&name=\(name)"), reading: .nothing)
            .redirecting(.manual)
        let location = try #require(try await client.response(for: request).head.headerFields[.location])
        return String(location[try #require(location.range(of: "/openid/callback")).lowerBound...])
    }

    private static func signIn(
        _ guest: Guest, as name: String, from path: String = "/openid"
    ) async throws -> Site.ReceivedResponse {
        try await guest.get(try await callback(guest, as: name, from: path))
    }

    @Test("A person signs in twice to one account", arguments: StoreHome.Kind.available)
    func signing(kind: StoreHome.Kind) async throws {
        try await Self.visit(kind) { site in
            let guest = site.guest
            _ = try await guest.get("/saved")
            _ = try await guest.post("/marks/save", [("entry", StoreHome.entry(1).line), ("back", "/saved")])
            #expect(try await guest.get("/sign-in").text.contains("Sign in with 127.0.0.1"))
            let response = try await Self.signIn(guest, as: "ann", from: "/openid?back=%2Fsaved")
            #expect(response.status == 303 && response.headers[.location] == "/saved")
            #expect(try await guest.get("/me").text.contains("Signed in as ann."))
            #expect(try await guest.get("/saved").text.contains("Story 1"))

            let other = guest.other
            #expect(try await Self.signIn(other, as: "ann").status == 303)
            #expect(try await other.get("/saved").text.contains("Story 1"))
            #expect(try await site.store.summaries().count == 1)
            // The account has no password.
            #expect(try await guest.other.signIn("ann", "").status == 422)
            #expect(try await !other.get("/me").text.contains("Current password"))
        }
    }

    @Test("A name of the provider opens no account that has it here", arguments: StoreHome.Kind.available)
    func takenName(kind: StoreHome.Kind) async throws {
        try await Self.visit(kind) { site in
            _ = try await site.member("ann", isAdmin: true)
            #expect(try await Self.signIn(site.guest, as: "ann").status == 303)
            #expect(try await site.guest.get("/me").text.contains("Signed in as ann-2."))
            #expect(try await site.guest.get("/members").status == 404)
        }
    }

    @Test("By invitation, the provider alone admits nobody", arguments: StoreHome.Kind.available)
    func invitation(kind: StoreHome.Kind) async throws {
        try await Self.visit(kind, .invitation) { site in
            let refused = try await Self.signIn(site.guest, as: "ann")
            #expect(refused.status == 403 && refused.text.contains("need an invitation"))
            let token = SecretToken()
            try await site.store.invite(token, isAdmin: true, now: site.now)
            let page = try await site.guest.get("/invitation/\(token.text)")
            #expect(page.text.contains("/openid?invitation=\(token.text)"))
            #expect(
                try await Self.signIn(site.guest, as: "ann", from: "/openid?invitation=\(token.text)").status == 303)
            #expect(try await site.account("ann").isAdmin)
            // It is used up, and the account stays.
            let second = try await Self.signIn(site.guest.other, as: "ben", from: "/openid?invitation=\(token.text)")
            #expect(second.status == 403)
            #expect(try await Self.signIn(site.guest.other, as: "ann").status == 303)
            // A link for a new password makes no account.
            let link = SecretToken()
            try await site.store.invite(link, for: site.account("ann").visitor, now: site.now)
            let third = try await Self.signIn(site.guest.other, as: "cay", from: "/openid?invitation=\(link.text)")
            #expect(third.status == 403)
        }
    }

    @Test("An account is linked by its owner alone", arguments: StoreHome.Kind.available)
    func linking(kind: StoreHome.Kind) async throws {
        try await Self.visit(kind, .invitation) { site in
            let (ann, ben) = (try await site.member("ann"), try await site.member("ben"))
            let token = try await ann.formToken()
            #expect(try await ann.get("/openid?link=x").status == 403)
            #expect(try await ben.get("/openid?link=\(token)").status == 403)
            #expect(try await site.guest.get("/openid?link=\(token)").status == 403)
            let response = try await Self.signIn(ann, as: "annie", from: "/openid?link=\(token)")
            #expect(response.headers[.location] == "/me?done=linked")
            #expect(try await ann.get("/me").text.contains("You can sign in with 127.0.0.1."))
            let other = site.guest.other
            #expect(try await Self.signIn(other, as: "annie").status == 303)
            #expect(try await other.get("/me").text.contains("Signed in as ann."))
            // Nobody else gets the same person.
            let taken = try await Self.signIn(ben, as: "annie", from: "/openid?link=\(ben.formToken())")
            #expect(taken.status == 409)
        }
    }

    @Test("A callback of another browser, of another sign-in or a second time signs nobody in")
    func forgedCallbacks() async throws {
        try await Self.visit { site in
            // The attacker's callback in the victim's browser: the victim would use the attacker's account.
            let attacker = site.guest.other
            let callback = try await Self.callback(attacker, as: "eve")
            #expect(try await site.guest.get(callback).status == 400)
            let own = try await Self.callback(site.guest, as: "ann")
            #expect(try await site.guest.get(callback).status == 502)
            // The code of another with one's own state.
            func value(_ name: String, _ path: String) throws -> String {
                let rest = path[try #require(path.range(of: "\(name)=")).upperBound...]
                return String(rest.prefix { $0 != "&" })
            }
            let mixed = own.replacing(try value("code", own), with: try value("code", callback))
            #expect(try await site.guest.get(mixed).status == 502)
            for wrong in [
                own.replacing(try value("iss", own), with: "https%3A%2F%2Fevil.example"), own + "&state=x",
                "/openid/callback?error=access_denied&state=\(try value("state", own))", "/openid/callback",
            ] {
                #expect(try await site.guest.get(wrong).status == 502, "\(wrong)")
            }
            #expect(try await !site.guest.isSignedIn)
            #expect(try await site.guest.get(own).status == 303)
            // The cookie of the sign-in is gone, and the code is used.
            #expect(try await site.guest.get(own).status == 400)
        }
    }

    @Test func aSignInThatTakesTooLongEnds() async throws {
        try await Self.visit { site in
            let callback = try await Self.callback(site.guest, as: "ann")
            let cookie = try #require(site.guest.cookie("openid"))
            site.guest.setCookie("openid", cookie.dropLast(3) + "AAA")
            #expect(try await site.guest.get(callback).status == 400)
            site.guest.setCookie("openid", cookie)
            site.wait(601)
            #expect(try await site.guest.get(callback).status == 400)
        }
    }

    @Test func aProviderThatCanNotBeReachedIsReported() async throws {
        try await AccountSite.visit(.sqlite, .open) {
            $0.accounts?.openID = OpenIDSettings(issuer: "http://127.0.0.1:1/openid", clientID: "a", clientSecret: nil)
        } _: { site in
            let response = try await site.guest.get("/openid")
            #expect(response.status == 502 && response.text.contains("127.0.0.1 did not sign you in."))
        }
    }
}
