public import Freshet
public import FreshetCombine
import FreshetOutbox
import FreshetResources
public import TMDb

/// A view model of an account's rating, watchlist and favourite state for a movie, which it can change.
///
/// A change is shown at once, on all screens of the account. With an outbox, it is stored until the service has it,
/// whenever that can be reached. If the service refuses it, the earlier state is shown again, with the failure beside
/// it. Call its methods where the scheduler runs; all outputs change there.
public final class AccountMovieViewModel: DetailModel {
    /// The failures of the latest changes, by their kind.
    @Published public private(set) var problems: [MovieChoice.Kind: SelectedError] = [:]
    /// The kinds of changes that are being stored, or sent where there is no outbox.
    @Published public private(set) var saving: Set<MovieChoice.Kind> = []

    /// The movie itself.
    public let movie: MovieDetailViewModel

    private let client: Client<TMDb>
    private let outbox: MovieOutbox?
    private let account: Int
    private let id: Int
    private let choices: ResourceObject<TMDb.AccountState>
    private let scheduler: AnyScheduler
    /// The latest choice of each kind that waits for a change of that kind to end.
    private var next: [MovieChoice.Kind: MovieChoice] = [:]
    private var subscriptions = Set<AnyCancellable>()

    /// Makes the model. Nothing is requested before ``load()``.
    ///
    /// - Parameters:
    ///   - client: The client of the account.
    ///   - account: The id of the account.
    ///   - movies: The client of what is the same for everybody.
    ///   - outbox: Where changes are stored; `nil` sends them at once, and only once.
    ///   - problems: The failures of changes before.
    public init(
        _ client: Client<TMDb>, account: Int, movies: Client<TMDb>, id: Int, outbox: MovieOutbox? = nil,
        problems: [MovieChoice.Kind: SelectedError] = [:], scheduler: AnyScheduler = .main
    ) {
        self.client = client
        self.outbox = outbox
        self.account = account
        self.id = id
        self.problems = problems
        self.scheduler = scheduler
        movie = MovieDetailViewModel(movies, id: id, scheduler: scheduler)
        choices = ResourceObject(client.resource(.accountState(of: id)), scheduler: scheduler)
        forwardChanges(of: movie, in: &subscriptions)
        forwardChanges(of: choices, in: &subscriptions)
    }

    /// The account's state for the movie, including changes that are being sent.
    public var fetch: FetchState<TMDb.AccountState> { choices.fetch }

    /// What to show: the state, or if it can't be loaded, what was chosen meanwhile; `nil` while it is loading.
    public var standing: MovieStanding? {
        if let value = fetch.value { return MovieStanding(value) }
        guard fetch.error != nil, let outbox else { return nil }
        var standing = MovieStanding()
        for choice in outbox.waitingChoices(for: id) { standing.apply(choice) }
        return standing
    }

    /// The kinds of changes that are stored and were not sent yet.
    public var unsent: Set<MovieChoice.Kind> { outbox?.unsentKinds(of: id) ?? [] }

    /// The failure to show, until it is dismissed.
    public var selectedError: SelectedError? { choices.selectedError ?? movie.selectedError }

    /// Changes the account's state for the movie.
    ///
    /// Of the choices of one kind that are made while another is being sent, only the latest is sent after it.
    public func choose(_ choice: MovieChoice) {
        problems[choice.kind] = nil
        guard saving.insert(choice.kind).inserted else { return next[choice.kind] = choice }
        send(choice)
    }

    /// Loads the content.
    public func load() {
        choices.load()
        movie.load()
    }

    /// Loads again, however fresh the content is.
    public func retry() {
        choices.retry()
        movie.retry()
    }

    /// Cancels loading. Changes that are being sent continue.
    public func cancel() {
        choices.cancel()
        movie.cancel()
    }

    /// Dismisses the failure.
    public func dismissError() {
        choices.dismissError()
        movie.dismissError()
    }

    private func send(_ choice: MovieChoice) {
        let end = scheduler.sender(to: self) { (model, failure: (any Error)?) in model.end(choice.kind, failure) }
        guard let outbox else {
            // Leaving the screen does not cancel the change.
            Task { [client, account, id] in
                do throws(FetchError) {
                    try await client.choose(choice, for: id, of: account)
                    end(nil)
                } catch {
                    end(error)
                }
            }
            return
        }
        let fail = scheduler.sender(to: self) { (model, failure: any Error) in model.show(failure, choice.kind) }
        let change = MovieChange(choice, for: id, title: movie.movie.value?.title, of: account)
        Task {
            let receipt: WriteReceipt<Void>
            do throws(OutboxError) {
                receipt = try await outbox.add(change)
                end(nil)
            } catch {
                return end(error.cause)
            }
            do throws(OutboxError) { try await receipt.delivered() } catch {
                if let failure = error.cause { fail(failure) }
            }
        }
    }

    private func end(_ kind: MovieChoice.Kind, _ failure: (any Error)?) {
        if let choice = next.removeValue(forKey: kind) { return send(choice) }
        saving.remove(kind)
        if let failure { show(failure, kind) }
    }

    private func show(_ failure: any Error, _ kind: MovieChoice.Kind) {
        if (failure as? FetchError)?.isCancellation == true { return }
        problems[kind] = SelectedError(failure)
    }
}
