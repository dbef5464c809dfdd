public import Foundation
public import Freshet
public import FreshetOutbox

/// The changes of an account that are stored until the movie service has them.
public typealias MovieOutbox = ChangeOutbox<MovieChange>

extension ChangeOutbox<MovieChange> {
    /// The kinds of choices for a movie that are reported as not sent yet.
    public func unsentKinds(of movie: Int, now: Date = Date()) -> Set<MovieChoice.Kind> {
        Set(unsent(now: now).compactMap { $0.change?.movie == movie ? $0.change?.choice.kind : nil })
    }

    /// The choices for a movie that wait to be sent, in their order.
    public func waitingChoices(for movie: Int) -> [MovieChoice] {
        waitingChanges.compactMap { $0.movie == movie ? $0.choice : nil }
    }

    /// Replaces the choice of a change that is not being sent.
    public func edit(_ id: WriteID, _ choice: MovieChoice) async throws(OutboxError) {
        try await edit(id) { $0.choice = choice }
    }
}
