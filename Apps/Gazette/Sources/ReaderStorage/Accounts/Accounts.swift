package import Foundation
import FreshetDigests
package import Logging
import NIOConcurrencyHelpers

/// The rules by which people sign up, in and out.
///
/// Whoever does not know the password learns nothing: an unknown name and a wrong password have the same response, and
/// cost the same time.
package final class Accounts: Sendable {
    package let settings: AccountSettings
    package let store: AccountStore
    package let visitors: Visitors
    private let hasher: any PasswordHashing
    private let logger: Logger
    private let signer: HMACSHA256
    /// The provider at which people sign in; `nil` for none.
    package let openID: OpenIDSignIn?
    /// The visitors of accounts that this process has seen.
    private let members = NIOLockedValueBox<Set<Visitor>>([])

    /// Why there can be no accounts.
    package struct Unavailable: Error, CustomStringConvertible {
        package let description = "Accounts need a folder or a database to be stored in."
    }

    /// - Throws: ``Unavailable`` where the visitors have no store. Without accounts, everybody could read.
    package init(_ settings: AccountSettings, visitors: Visitors, hasher: any PasswordHashing, logger: Logger) throws {
        guard !(visitors.store.database is NoDatabase) else { throw Unavailable() }
        self.settings = settings
        store = AccountStore(database: visitors.store.database)
        self.visitors = visitors
        self.hasher = hasher
        self.logger = logger
        signer = HMACSHA256(key: visitors.store.keys.visitors)
        openID = settings.openID.map { OpenIDSignIn($0, key: visitors.store.keys.visitors, now: visitors.now) }
    }

    package var now: Date { visitors.now() }

    /// Logs why nobody can sign in.
    package func note(_ error: any Error) {
        logger.warning("Accounts can't be used.", metadata: ["error": "\(error)"])
    }

    /// The client of an attempt.
    package struct Client: Sendable {
        package let address: String
        /// The browser, for the list of sessions.
        package let title: String
        /// The visitor before the attempt.
        package let visitor: Visitor

        package init(address: String, title: String, visitor: Visitor) {
            self.address = address
            self.title = title
            self.visitor = visitor
        }
    }

    /// The result of an attempt.
    package enum Outcome: Sendable {
        /// The secret of the new session.
        case signedIn(SecretToken, Account)
        /// A sentence for the person.
        case refused(String)
        /// The number of seconds to wait.
        case limited(Int)
    }

    package static let refusal = "The name or the password is wrong."

    // MARK: - Signing in and up

    package func signIn(_ name: String, _ password: String, _ client: Client) async throws -> Outcome {
        let address = AttemptAddress.text(client.address)
        if let wait = try await wait("in \(address)", .address) { return .limited(wait) }
        let known = AccountName(name)
        if let known {
            // Both are counted before the password is checked, so that attempts at the same time count, too.
            if let wait = try await wait("in \(address) \(known.folded)", .nameAndAddress) { return .limited(wait) }
            if let wait = try await wait("in * \(known.folded)", .name) { return .limited(wait) }
        }
        let found = if let known { try await store.account(named: known) } else { nil as AccountStore.Known? }
        let isShort = password.utf8.count <= PasswordRules.byteLimit
        let isValid = try await hasher.isValid(isShort ? password : "", for: found?.password ?? Argon2.nobody)
        guard let found, let known, let hash = found.password, isValid, isShort else { return .refused(Self.refusal) }
        try await store.removeAttempts("in \(address) \(known.folded)")
        try await store.removeAttempts("in * \(known.folded)")
        if hasher.isOutdated(hash) {
            try await store.renewPassword(from: hash, to: try await hasher.hash(password), of: found.account.visitor)
        }
        return try await begin(found.account, client)
    }

    package func signUp(
        _ name: String, _ password: String, again: String, invitation: SecretToken?, _ client: Client
    ) async throws -> Outcome {
        let address = AttemptAddress.text(client.address)
        if let wait = try await wait("up \(address)", .signUp) { return .limited(wait) }
        guard settings.admission == .open || invitation != nil else { return .refused(Self.noInvitation) }
        if let invitation {
            guard let known = try await store.invitation(invitation, now: now) else {
                return .refused(Self.noInvitation)
            }
            if let owner = known.accountName {
                return try await reset(invitation, owner, password, again: again, client)
            }
        }
        guard let name = AccountName(name) else { return .refused(AccountName.rule) }
        if let problem = Self.problem(of: password, again, for: name.text) { return .refused(problem) }
        var draft = AccountStore.Draft(name: name, password: try await hasher.hash(password))
        draft.invitation = invitation?.digest
        draft.former = client.visitor
        switch try await add(draft) {
        case .added(let account): return try await begin(account, client)
        case .nameIsTaken: return .refused(Self.taken)
        case .invitationIsInvalid: return .refused(Self.noInvitation)
        }
    }

    package static let noInvitation = "This invitation was already used or has expired. Ask for another one."
    package static let taken =
        "This name is taken, or looks like one that is. Choose another one, or sign in if it is yours."

    /// Makes an account, to which the marks of its visitor move.
    package func add(_ draft: AccountStore.Draft) async throws -> AccountStore.AddResult {
        if let former = draft.former { await visitors.flush(former) }
        let result = try await store.add(draft, now: now)
        if case .added = result, let former = draft.former {
            // The pages that are still open show that they have moved.
            await visitors.marks(of: former).reload()
        }
        return result
    }

    private func reset(
        _ link: SecretToken, _ name: String, _ password: String, again: String, _ client: Client
    ) async throws -> Outcome {
        if let problem = Self.problem(of: password, again, for: name) { return .refused(problem) }
        guard let account = try await store.setPassword(try await hasher.hash(password), by: link, now: now) else {
            return .refused(Self.noInvitation)
        }
        return try await begin(account, client)
    }

    private static func problem(of password: String, _ again: String, for name: String) -> String? {
        PasswordRules.normal(password) == PasswordRules.normal(again)
            ? PasswordRules.problem(of: password, for: name) : "The two passwords are different."
    }

    /// Begins a session. Its secret is a new one, whatever the browser had before.
    package func begin(_ account: Account, _ client: Client) async throws -> Outcome {
        let token = SecretToken()
        _ = try await store.addSession(
            token, .browser, of: account.visitor, title: client.title, address: client.address, now: now)
        return .signedIn(token, account)
    }

    /// Counts an attempt.
    ///
    /// - Returns: How many seconds to wait before another one; `nil` if this one is within the limit.
    package func wait(_ key: String, _ limit: AttemptLimit) async throws -> Int? {
        let (count, since) = try await store.countAttempt(key, within: limit.time, now: now)
        guard count > limit.count else { return nil }
        return max(1, Int((limit.time - now.timeIntervalSince(since)).rounded(.up)))
    }

    // MARK: - An account by itself

    /// Changes a password, and ends the other sessions.
    ///
    /// - Returns: Why it is not changed; `nil` if it is.
    package func changePassword(
        of person: SignedIn, old: String, new: String, again: String, address: String
    ) async throws -> Outcome? {
        let account = person.account
        let key = "pw \(account.id)"
        if let wait = try await wait(key, .nameAndAddress) { return .limited(wait) }
        let isShort = old.utf8.count <= PasswordRules.byteLimit
        let hash = try await store.account(account.visitor)?.password
        guard try await hasher.isValid(isShort ? old : "", for: hash ?? Argon2.nobody), isShort, hash != nil else {
            return .refused("The current password is wrong.")
        }
        if let problem = Self.problem(of: new, again, for: account.name) { return .refused(problem) }
        try await store.setPassword(
            try await hasher.hash(new), of: account.visitor, keeping: person.session?.id)
        try await store.removeAttempts(key)
        return nil
    }

    /// Removes an account with all that it has stored, for its owner.
    ///
    /// - Parameter proof: The password; for an account without one, its name.
    /// - Returns: Why it is not removed; `nil` if it is.
    package func remove(_ person: SignedIn, proof: String, address: String) async throws -> Outcome? {
        let account = person.account
        let key = "pw \(account.id)"
        if let wait = try await wait(key, .nameAndAddress) { return .limited(wait) }
        if let hash = try await store.account(account.visitor)?.password {
            let isShort = proof.utf8.count <= PasswordRules.byteLimit
            guard try await hasher.isValid(isShort ? proof : "", for: hash), isShort else {
                return .refused("The password is wrong.")
            }
        } else if AccountName(proof)?.folded != AccountName(account.name)?.folded {
            return .refused("This isn't the name of the account.")
        }
        guard try await store.remove(account.visitor, unlessLastAdmin: true) else {
            return .refused("You are the only administrator. Give someone else that role first, on the Members page.")
        }
        try await store.removeAttempts(key)
        await visitors.removeUnsent(of: account.visitor)
        return nil
    }

    /// Returns the account that a trusted proxy names, which is made at the first visit; `nil` if it can be no name.
    package func account(namedByProxy text: String, former: Visitor?) async throws -> Account? {
        guard let name = AccountName(text) else { return nil }
        if let known = try await store.account(named: name) { return known.account }
        var draft = AccountStore.Draft(name: name)
        draft.former = former
        draft.isVouchedFor = true
        if case .added(let account) = try await add(draft) { return account }
        // Another request has made it meanwhile.
        return try await store.account(named: name)?.account
    }

    // MARK: - Visitors of accounts

    /// Notes that a visitor belongs to an account.
    package func noteMember(_ visitor: Visitor) { _ = members.withLockedValue { $0.insert(visitor) } }

    /// Whether a visitor is known to belong to an account.
    package func isMember(_ visitor: Visitor) -> Bool { members.withLockedValue { $0.contains(visitor) } }

    // MARK: - Forms

    /// The text that the forms of a session contain, so that no other site can post them.
    package func formToken(of person: SignedIn) -> String {
        Data(signer.authenticationCode(for: Self.formMessage(person))).base64URL
    }

    /// Whether a form was made for a session.
    package func isFormToken(_ text: String?, of person: SignedIn) -> Bool {
        guard let code = text.flatMap({ Data(base64URL: $0) }) else { return false }
        return signer.isValid(code, for: Self.formMessage(person))
    }

    private static func formMessage(_ person: SignedIn) -> [UInt8] {
        Array("form \(person.session?.id ?? "-") \(person.account.id)".utf8)
    }
}
