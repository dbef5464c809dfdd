import Foundation
import Freshet
import NIOConcurrencyHelpers
import ReaderModels
import ReaderStorage
import TMDb

/// The account of the movie service in which a visitor is signed in.
struct VisitorAccount: Sendable {
    let session: AuthenticationSession<TMDb.Sessions>
    let movies: Client<TMDb>

    /// Makes an account, without a signed-in user unless the store has one.
    init(_ client: Client<TMDb>, store: any TokenStore<TMDb.Session>) {
        var configuration = client.configuration
        session = AuthenticationSession(TMDb.Sessions(client.service), configuration, store: store)
        configuration.authentication = .session(session)
        movies = Client(client.service, configuration)
    }
}

/// The accounts of the signed-in visitors. Their sessions are stored; of their clients, the most recently used are in
/// memory.
final class VisitorAccounts: Sendable {
    private struct Known {
        let account: VisitorAccount
        let store: MovieSessionStore
        var used: UInt64
    }

    private struct State {
        var known: [Visitor: Known] = [:]
        var uses: UInt64 = 0
        let limit: Int

        mutating func use(_ known: Known, of visitor: Visitor) -> VisitorAccount {
            uses += 1
            self.known[visitor] = Known(account: known.account, store: known.store, used: uses)
            if self.known.count > limit, let oldest = self.known.min(by: { $0.value.used < $1.value.used }) {
                self.known[oldest.key] = nil
            }
            return known.account
        }
    }

    private let client: Client<TMDb>
    private let table: MovieSessionTable
    private let state: NIOLockedValueBox<State>
    /// The changes that were not sent yet.
    let outboxes: MovieOutboxes

    /// Makes the accounts of a database, with at most `limit` clients.
    init(_ client: Client<TMDb>, in database: any ReaderDatabase, outboxes: MovieOutboxes, limit: Int = 1000) {
        self.client = client
        self.outboxes = outboxes
        state = NIOLockedValueBox(State(limit: limit))
        table = MovieSessionTable(database: database)
    }

    /// The number of clients in memory.
    var count: Int { state.withLockedValue { $0.known.count } }

    /// Returns the account of a visitor, who may have signed in, or out, at another process.
    ///
    /// - Throws: The error of a database that can't be read.
    func account(of visitor: Visitor) async throws(FetchError) -> VisitorAccount? {
        let stored: StoredToken<TMDb.Session>?
        do throws(TokenStoreError) {
            stored = try await MovieSessionStore.run { try await table.session(of: visitor) }
        } catch {
            throw FetchError(.file(error.message), underlying: error)
        }
        return state.withLockedValue { state in
            guard let stored else {
                state.known[visitor] = nil
                return nil
            }
            if let known = state.known[visitor], known.store.isLatest(stored) { return state.use(known, of: visitor) }
            let store = MovieSessionStore(table, of: visitor, found: stored)
            return state.use(Known(account: VisitorAccount(client, store: store), store: store, used: 0), of: visitor)
        }
    }

    /// Signs a visitor in with the name and the password of an account.
    func signIn(_ visitor: Visitor, user: String, password: String) async throws(FetchError) {
        let store = MovieSessionStore(table, of: visitor, found: nil)
        let account = VisitorAccount(client, store: store)
        try await account.session.signIn(user: user, password: password)
        state.withLockedValue { state in
            _ = state.use(Known(account: account, store: store, used: 0), of: visitor)
        }
    }

    // MARK: - Outboxes

    /// Returns the outbox of a visitor, which sends with the account in which they are signed in.
    ///
    /// - Parameter isNeeded: Whether one is made for a visitor who has none.
    func outbox(of visitor: Visitor, isNeeded: Bool = false) async -> MovieOutbox? {
        guard isNeeded || outboxes.exists(for: visitor) else { return nil }
        // While the database can't be read, nobody is signed in.
        let account = (try? await account(of: visitor)) ?? nil
        return await outboxes.open(visitor, account) { [client, table] in
            VisitorAccount(client, store: MovieSessionStore(table, of: visitor, found: nil))
        }
    }

    /// Opens the outbox of a visitor if there is one, so that pages show what was not sent.
    func openOutbox(of visitor: Visitor) async {
        guard outboxes.opened(for: visitor) == nil else { return }
        _ = await outbox(of: visitor)
    }

    /// Sends what the visitors who are signed in have changed before the start.
    func resume() async {
        for visitor in outboxes.visitors {
            // Another database may know the others.
            guard (try? await account(of: visitor)) ?? nil != nil else { continue }
            await openOutbox(of: visitor)
        }
    }
}
