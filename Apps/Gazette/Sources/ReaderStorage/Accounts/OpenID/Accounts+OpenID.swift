import Foundation
package import Freshet

extension Accounts {
    /// Signs in a person whom a provider has named. At the first time an account is made, as for others who sign up.
    package func signIn(
        _ person: OpenIDIdentity, of issuer: String, invitation: SecretToken?, _ client: Client
    ) async throws -> Outcome {
        let identity = AccountStore.Identity(issuer: issuer, subject: person.subject)
        if let account = try await store.account(of: identity) { return try await begin(account, client) }
        if let wait = try await wait("up \(AttemptAddress.text(client.address))", .signUp) { return .limited(wait) }
        if let invitation {
            guard let known = try await store.invitation(invitation, now: now), known.account == nil else {
                return .refused(Self.noInvitation)
            }
        } else if settings.admission == .invitation {
            return .refused(Self.unknownPerson)
        }
        for name in Self.names(for: person) {
            var draft = AccountStore.Draft(name: name)
            draft.invitation = invitation?.digest
            draft.former = client.visitor
            draft.identity = identity
            switch try await add(draft) {
            case .added(let account): return try await begin(account, client)
            case .invitationIsInvalid: return .refused(Self.noInvitation)
            case .nameIsTaken: continue
            }
        }
        return .refused(Self.taken)
    }

    static let unknownPerson = """
        No account here belongs to this sign-in. You need an invitation to get one: a link that an administrator sends \
        you. If you have an account, sign in with its password, and add this sign-in on its page.
        """

    /// Lets a person whom a provider has named sign in to an account.
    ///
    /// - Returns: Whether it is so: another account may have this person.
    package func link(_ person: OpenIDIdentity, of issuer: String, to account: Account) async throws -> Bool {
        try await store.link(
            AccountStore.Identity(issuer: issuer, subject: person.subject), to: account.visitor)
    }

    /// The names that a new account may have, the best one first. The provider's names may be taken here by others.
    private static func names(for person: OpenIDIdentity) -> [AccountName] {
        let wished = [person.preferredUserName, person.email.map { String($0.prefix { $0 != "@" }) }]
            .compactMap { $0.flatMap { AccountName($0) } }
        let base = wished.first?.text.prefix(50) ?? "member"
        let others =
            (2...5).map { "\(base)-\($0)" } + ["\(base)-\(Data.random(count: 4).map { String($0 % 10) }.joined())"]
        return wished + others.compactMap { AccountName($0) }
    }
}
