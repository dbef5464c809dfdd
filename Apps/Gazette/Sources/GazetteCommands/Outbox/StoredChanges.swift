import Foundation
import Freshet
import FreshetOutbox
import ReaderModels

/// The changes on this machine that were not sent yet: those of the movie account, and those of the web app's account.
struct StoredChanges {
    private let movies: MovieOutbox
    private let marks: MarksOutbox?

    /// Runs a body with both outboxes, which are closed afterwards.
    ///
    /// - Throws: ``Failure`` if a file can't be opened.
    static func with<Value>(
        _ connection: Connection, _ body: (StoredChanges) async throws -> Value
    ) async throws -> Value {
        try await MovieAccount(connection).withOutbox { movies in
            guard let account = SyncAccount.load() else {
                return try await body(StoredChanges(movies: movies, marks: nil))
            }
            return try await account.withOutbox { try await body(StoredChanges(movies: movies, marks: $0)) }
        }
    }

    /// All of them, those of movies first.
    var all: [UnsentChange] {
        movies.entries.map { UnsentChange($0, of: movies) }
            + (marks.map { marks in marks.entries.map { UnsentChange($0, of: marks) } } ?? [])
    }

    /// Sends what can be sent before a deadline.
    func drain(until deadline: Date) async {
        await movies.drain(until: deadline)
        await marks?.drain(until: deadline)
    }
}

extension ChangeOutbox {
    fileprivate func drain(until deadline: Date) async {
        await resume()
        _ = await outbox.drain(until: deadline)
        await read()
    }
}

/// A change that was not sent yet, whatever its service is.
struct UnsentChange {
    let record: OutboxRecord
    let canRetry: Bool
    /// Begins to send it again.
    let retry: () async throws -> Void
    /// Waits until it was sent, or can't be, or the time is over.
    let settle: (Duration) async -> Void
    let discard: () async throws -> Void

    init<Change>(_ entry: ChangeOutbox<Change>.Entry, of outbox: ChangeOutbox<Change>) {
        record = OutboxRecord(entry)
        canRetry = entry.canRetry
        retry = {
            try await outbox.decide(on: entry.id) { outbox in
                do { try await outbox.retry(entry.id) } catch OutboxError.beingSent {
                    // Which is what was wanted.
                }
            }
        }
        settle = { await outbox.settle(entry.id, within: $0) }
        discard = { try await outbox.decide(on: entry.id) { try await $0.discard(entry.id) } }
    }
}
