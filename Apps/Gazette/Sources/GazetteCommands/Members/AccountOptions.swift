import ArgumentParser
import Emulator
import Hosts
import ReaderStorage

/// The options of the accounts of the web app.
struct AccountOptions: ParsableArguments {
    @Option(
        name: .customLong("accounts"),
        help: ArgumentHelp(
            "Readers need accounts, by invitation or open to all (default: GAZETTE_ACCOUNTS, or none).",
            discussion: "With invitation, only members can read. See gazette members.", valueName: "invitation|open"))
    var admission: String?

    @Option(
        name: .customLong("account-header"),
        help: ArgumentHelp(
            "A trusted proxy names the account in this field, such as X-Forwarded-User (default: GAZETTE_ACCOUNT_HEADER).",
            discussion: "The proxy must set the field in every request, so that clients can't.", valueName: "name"))
    var header: String?

    @Option(
        name: .customLong("oidc-issuer"),
        help: ArgumentHelp(
            "Readers can sign in with this OpenID Connect provider (default: GAZETTE_OIDC_ISSUER).",
            discussion: """
                Register Gazette's address followed by /openid/callback there. The secret is in \
                GAZETTE_OIDC_CLIENT_SECRET. The value emulator stands for the built-in emulator, which accepts any \
                name.
                """, valueName: "url"))
    var issuer: String?

    @Option(
        name: .customLong("oidc-client-id"),
        help: ArgumentHelp(
            "Gazette's identifier at that provider (default: GAZETTE_OIDC_CLIENT_ID).", valueName: "id"))
    var clientID: String?

    func validate() throws {
        guard admission.map({ AccountSettings.Admission(rawValue: $0) != nil }) != false else {
            throw ValidationError("The value of --accounts must be invitation or open.")
        }
        guard header.map(AccountSettings.isHeader) != false else {
            throw ValidationError(
                "The value of --account-header must be the name of a header field, such as X-Forwarded-User.")
        }
    }

    /// Returns the settings of the accounts; `nil` for none.
    ///
    /// - Throws: ``Failure`` where the options don't fit each other, or passwords can't be hashed.
    func settings(
        _ settings: Settings, _ proxies: TrustedProxies, emulator: String?
    ) throws -> AccountSettings? {
        let openID = try openID(settings, emulator)
        let header = header ?? settings.accountHeader
        guard let admission = (admission ?? settings.accounts).flatMap(AccountSettings.Admission.init) else {
            guard header == nil else { throw Failure(.usage, "--account-header needs --accounts.") }
            guard openID == nil else { throw Failure(.usage, "--oidc-issuer needs --accounts.") }
            return nil
        }
        guard header == nil || proxies != .none else {
            throw Failure(.usage, "--account-header needs --trusted-proxies. Other clients' fields are ignored.")
        }
        if header == nil, openID == nil, let problem = AccountSettings.problem { throw Failure(.unavailable, problem) }
        var accounts = AccountSettings(admission)
        accounts.header = header
        accounts.openID = openID
        accounts.serviceKeys = ReaderService.allCases.filter { $0.keyVariable != nil }.map {
            ($0.title, settings.keys[$0].map(Self.end(of:)))
        }
        return accounts
    }

    private func openID(_ settings: Settings, _ emulator: String?) throws -> OpenIDSettings? {
        guard let issuer = issuer ?? settings.openIDIssuer else { return nil }
        if issuer == "emulator" {
            guard let emulator else {
                throw Failure(
                    .usage, "The built-in emulator isn't used: all services are real. Name another --oidc-issuer.")
            }
            return OpenIDSettings(issuer: emulator + Emulator.openIDPath, clientID: "gazette", clientSecret: nil)
        }
        guard SettingName.Kind.isAddress(issuer) else {
            throw Failure(.usage, "The value of --oidc-issuer must be an address, such as https://login.example.")
        }
        guard let clientID = clientID ?? settings.openIDClientID else {
            throw Failure(.usage, "--oidc-issuer needs --oidc-client-id.")
        }
        return OpenIDSettings(issuer: issuer, clientID: clientID, clientSecret: settings.openIDClientSecret)
    }

    /// The end of a key that is long enough to show some of it.
    static func end(of key: String) -> String { key.count >= 16 ? "…\(key.suffix(4))" : "…" }
}
