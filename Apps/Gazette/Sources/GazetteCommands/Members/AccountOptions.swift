import ArgumentParser
import GazetteWeb

/// The options of the accounts of the web app.
struct AccountOptions: ParsableArguments {
    @Option(
        name: .customLong("accounts"),
        help: ArgumentHelp(
            "Readers have accounts, by invitation or open to all (default: GAZETTE_ACCOUNTS, or none).",
            discussion: "With invitation, nobody else can read. See gazette members.", valueName: "invitation|open"))
    var admission: String?

    @Option(
        name: .customLong("account-header"),
        help: ArgumentHelp(
            "A trusted proxy names the account in this field, such as X-Forwarded-User (default: GAZETTE_ACCOUNT_HEADER).",
            discussion: "The proxy must set it in every request, so that clients can't.", valueName: "name"))
    var header: String?

    func validate() throws {
        guard admission.map({ AccountSettings.Admission(rawValue: $0) != nil }) != false else {
            throw ValidationError("The value of --accounts must be invitation or open.")
        }
        guard header.map(AccountSettings.isHeader) != false else {
            throw ValidationError(
                "The value of --account-header must be the name of a field, such as X-Forwarded-User.")
        }
    }

    /// Returns the settings of the accounts; `nil` for none.
    ///
    /// - Throws: ``Failure`` where the options don't fit each other, or passwords can't be hashed.
    func settings(_ settings: Settings, _ proxies: TrustedProxies) throws -> AccountSettings? {
        let header = header ?? settings.accountHeader
        guard let admission = (admission ?? settings.accounts).flatMap(AccountSettings.Admission.init) else {
            guard header == nil else { throw Failure(.usage, "--account-header needs --accounts.") }
            return nil
        }
        guard header == nil || proxies != .none else {
            throw Failure(.usage, "--account-header needs --trusted-proxies: the field of anybody else is ignored.")
        }
        if header == nil, let problem = AccountSettings.problem { throw Failure(.unavailable, problem) }
        var accounts = AccountSettings(admission)
        accounts.header = header
        accounts.serviceKeys = ReaderService.allCases.filter { $0.keyVariable != nil }.map {
            ($0.title, settings.keys[$0].map(Self.end(of:)))
        }
        return accounts
    }

    /// The end of a key that is long enough to show some of it.
    static func end(of key: String) -> String { key.count >= 16 ? "…\(key.suffix(4))" : "…" }
}
