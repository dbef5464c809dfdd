import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import NIOConcurrencyHelpers
import Testing

@testable import GazetteWeb
@testable import PostgreSQL
@testable import ReaderStorage

/// A site with accounts, whose time the test moves by hand.
struct AccountSite: Sendable {
    let store: AccountStore
    let hasher: CountedHasher
    let visitors: ReaderStore
    private let date: NIOLockedValueBox<Date>
    /// A browser that nobody is signed in with.
    let guest: Guest

    static let password = "a lamp, a lake, a ladder"

    /// Runs a body with a site.
    static func visit(
        _ kind: StoreHome.Kind = .sqlite, _ admission: AccountSettings.Admission = .open,
        _ change: @escaping @Sendable (inout WebConfiguration) -> Void = { _ in },
        _ body: @Sendable (AccountSite) async throws -> Void
    ) async throws {
        try await StoreHome.with(kind) { home in
            let date = NIOLockedValueBox(StoreHome.start)
            let hasher = CountedHasher()
            let response = #"{"status":"ok","totalResults":0,"articles":[]}"#
            var configuration = WebConfiguration(clients: Site.clients(StubTransport { _ in .json(response) }))
            configuration.shellTimeout = .infinity
            configuration.editionLifetime = .zero
            configuration.now = { date.withLockedValue { $0 } }
            configuration.passwords = hasher
            configuration.accounts = AccountSettings(admission)
            let visitors = try await home.configure(&configuration)
            change(&configuration)
            try await Guest.visit(configuration) { guest in
                try await body(
                    AccountSite(
                        store: AccountStore(database: visitors.database), hasher: hasher, visitors: visitors,
                        date: date,
                        guest: guest))
            }
        }
    }

    func wait(_ seconds: TimeInterval) { date.withLockedValue { $0 += seconds } }

    var now: Date { date.withLockedValue { $0 } }

    /// Makes an account and signs in with it. Returns the browser.
    func member(_ name: String, isAdmin: Bool = false) async throws -> Guest {
        let guest = guest.other
        let token = SecretToken()
        try await store.invite(token, isAdmin: isAdmin, now: now)
        let response = try await guest.post(
            "/sign-up",
            [
                ("name", name), ("password", Self.password), ("passwordAgain", Self.password),
                ("invitation", token.text),
            ])
        try #require(response.status == 303, "\(response.text)")
        return guest
    }

    func account(_ name: String) async throws -> Account {
        try #require(try await store.account(named: try accountName(name))?.account)
    }
}

extension Guest {
    func signIn(
        _ name: String, _ password: String = AccountSite.password, _ headers: HTTPFields? = nil
    ) async throws -> Site.ReceivedResponse {
        try await post("/sign-in", [("name", name), ("password", password)], headers)
    }

    /// The token of the forms of the page of the account.
    func formToken() async throws -> String {
        String(try #require(try await get("/me").text.firstMatch(of: /name="token" value="([^"]+)"/)).1)
    }

    /// Posts a form of the account, with its token.
    func postOwn(_ path: String, _ fields: [(String, String)]) async throws -> Site.ReceivedResponse {
        try await post(path, [("token", try await formToken())] + fields)
    }

    /// Whether an account is signed in.
    var isSignedIn: Bool { get async throws { try await get("/me").status == 200 } }
}

extension StoreHome {
    /// Lets a server keep its data here. Returns a store of the same data.
    func configure(_ configuration: inout WebConfiguration) async throws -> ReaderStore {
        guard let database = try await sharedStore() else {
            configuration.dataFolder = folder
            return try await open().store
        }
        configuration.database = SharedDatabase(store: database)
        return database
    }
}

/// Hashes that cost nothing, and that are counted.
final class CountedHasher: PasswordHashing {
    private let counts = NIOLockedValueBox((hashed: 0, checked: [String]()))

    /// The hashes that were checked.
    var checked: [String] { counts.withLockedValue { $0.checked } }
    var hashedCount: Int { counts.withLockedValue { $0.hashed } }

    func hash(_ password: String) async throws -> String {
        counts.withLockedValue { $0.hashed += 1 }
        return Self.text(password)
    }

    func isValid(_ password: String, for hash: String) async throws -> Bool {
        counts.withLockedValue { $0.checked.append(hash) }
        return hash == Self.text(password) || hash == "old " + Self.text(password)
    }

    func isOutdated(_ hash: String) -> Bool { hash.hasPrefix("old ") }

    static func text(_ password: String) -> String { "counted:\(Data(password.utf8).base64EncodedString())" }
}

/// Reads a name that is valid.
func accountName(_ text: String) throws -> AccountName { try #require(AccountName(text)) }
