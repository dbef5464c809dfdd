import Freshet
import NIOConcurrencyHelpers
import TMDb

/// The account of the movie service in which a visitor is signed in.
struct VisitorAccount: Sendable {
    let session: AuthenticationSession<TMDb.Sessions>
    let movies: Client<TMDb>

    /// Makes an account without a signed-in user.
    init(_ client: Client<TMDb>) {
        var configuration = client.configuration
        session = AuthenticationSession(TMDb.Sessions(client.service), configuration)
        configuration.authentication = .session(session)
        movies = Client(client.service, configuration)
    }
}

/// The accounts of the signed-in visitors, in memory only. Beyond a limit, the least recently used one is removed.
final class VisitorAccounts: Sendable {
    private struct State {
        var accounts: [Visitor: (account: VisitorAccount, used: UInt64)] = [:]
        var uses: UInt64 = 0
    }

    private let limit: Int
    private let state = NIOLockedValueBox(State())

    /// Makes an empty collection of at most `limit` accounts.
    init(limit: Int = 1000) {
        self.limit = limit
    }

    func account(of visitor: Visitor) -> VisitorAccount? {
        state.withLockedValue { state in
            state.uses += 1
            state.accounts[visitor]?.used = state.uses
            return state.accounts[visitor]?.account
        }
    }

    func add(_ account: VisitorAccount, of visitor: Visitor) {
        state.withLockedValue { state in
            state.uses += 1
            state.accounts[visitor] = (account, state.uses)
            guard state.accounts.count > limit else { return }
            if let oldest = state.accounts.min(by: { $0.value.used < $1.value.used }) {
                state.accounts[oldest.key] = nil
            }
        }
    }

    func remove(_ visitor: Visitor) -> VisitorAccount? {
        state.withLockedValue { $0.accounts.removeValue(forKey: visitor)?.account }
    }
}
