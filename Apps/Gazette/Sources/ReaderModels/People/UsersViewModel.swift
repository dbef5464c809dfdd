public import Freshet
public import FreshetCombine
import FreshetResources
public import JSONPlaceholder

/// A view model of users with their albums and photos, filtered by a typed text.
///
/// Set the inputs where the scheduler runs; all outputs change there.
public final class UsersViewModel: ObservableObject {
    /// The text that a user's name, e-mail, city or company must contain, ignoring case; empty shows all.
    @Published public var searchText = "" {
        didSet { if searchText != oldValue { filter() } }
    }
    /// The users that match the filter, and the state of their loading.
    @Published public private(set) var people = FetchState<[JSONPlaceholder.Person]>()
    /// The parts that failed to load, if the policy keeps the rest: the users then lack them.
    @Published public private(set) var failures: [JSONPlaceholder.Part: SelectedError] = [:]
    /// The person whose screen is open.
    @Published public private(set) var opened: JSONPlaceholder.Person?
    /// The failure to show, until it is dismissed.
    @Published public private(set) var selectedError: SelectedError?

    private let isStrict: Bool
    private let users: ResourceObject<[JSONPlaceholder.User]>
    private let albums: ResourceObject<[JSONPlaceholder.Album]>
    private let photos: ResourceObject<[JSONPlaceholder.Photo]>
    private var loaded = FetchState<[JSONPlaceholder.Person]>()
    private var isDismissed = false
    private var subscription: AnyCancellable?

    /// Makes the model. Nothing is requested before ``load()``.
    ///
    /// - Parameter partialFailure: What to do when albums or photos fail.
    public init(
        _ client: Client<JSONPlaceholder>,
        partialFailure: JSONPlaceholder.PartialFailure = .keepsTheRest,
        scheduler: AnyScheduler = .main
    ) {
        isStrict = partialFailure == .failsTheWhole
        users = ResourceObject(client.resource(.all(JSONPlaceholder.User.self)), scheduler: scheduler)
        albums = ResourceObject(client.resource(.all(JSONPlaceholder.Album.self)), scheduler: scheduler)
        photos = ResourceObject(client.resource(.all(JSONPlaceholder.Photo.self)), scheduler: scheduler)
        subscription = users.$fetch.combineLatest(albums.$fetch, photos.$fetch).dropFirst()
            .sink { [weak self] in self?.merge(users: $0, albums: $1, photos: $2) }
    }

    /// Loads all users. Does nothing while they load, so that a second tap has no effect.
    public func load() {
        guard !loaded.isFetching else { return }
        users.load()
        albums.load()
        photos.load()
    }

    /// Loads all users again, however fresh they are.
    public func retry() {
        users.refetch()
        albums.refetch()
        photos.refetch()
    }

    /// Cancels loading.
    public func cancel() {
        users.stop()
        albums.stop()
        photos.stop()
    }

    /// Opens the screen of a user, in place of another that is open.
    public func open(_ id: Int) {
        guard opened?.id != id else { return }
        opened = loaded.value?.first { $0.id == id }
    }

    /// Closes the screen that is open; it can be opened again.
    public func close() { opened = nil }

    /// Dismisses the failure.
    public func dismissError() {
        isDismissed = true
        selectedError = nil
        loaded.dismissError()
        filter()
    }

    /// Combines the users, albums and photos; those shown are replaced when all three have loaded or failed.
    private func merge(
        users: FetchState<[JSONPlaceholder.User]>, albums: FetchState<[JSONPlaceholder.Album]>,
        photos: FetchState<[JSONPlaceholder.Photo]>
    ) {
        let isFetching = users.isFetching || albums.isFetching || photos.isFetching
        let missing = [JSONPlaceholder.Part.albums: albums.error, .photos: photos.error]
            .compactMapValues(\.self)
        let failure = users.error ?? (isStrict ? missing.values.first : nil)
        let isComplete = albums.value != nil && photos.value != nil
        let isDone = failure == nil && albums.hasOutcome && photos.hasOutcome
        var next = FetchState(value: loaded.value, receivedAt: loaded.receivedAt)
        if let all = users.value, let date = users.receivedAt,
            isFetching ? isComplete && loaded.value == nil : isDone
        {
            let people = JSONPlaceholder.merge(
                users: all, albums: albums.value ?? [], photos: photos.value ?? [])
            next.receive(people, at: date, isStale: users.isStale)
        }
        if isFetching {
            isDismissed = false
            selectedError = nil
            next.begin()
        } else {
            failures = isStrict ? [:] : missing.mapValues(SelectedError.init)
            let first = JSONPlaceholder.Part.allCases.compactMap { failures[$0] }.first
            if !isDismissed { selectedError = failure.map(SelectedError.init) ?? first }
            if let failure, !isDismissed { next.fail(failure) }
        }
        loaded = next
        filter()
    }

    private func filter() {
        people = loaded.map { $0.filtered(by: searchText) }
    }
}

extension FetchState {
    fileprivate var hasOutcome: Bool { value != nil || error != nil }
}

extension JSONPlaceholder.Person: Filterable {
    /// The texts that a filter searches.
    public var filterFields: [String] {
        [user.username, user.name, user.email, user.address?.city, user.company?.name].compactMap(\.self)
    }
}

extension UsersViewModel: ErrorShowing {
    /// Whether there is content next to a failure.
    public var showsBesideError: Bool { people.value != nil }
}

extension UsersViewModel: Refreshing {
    /// Loads again, and returns when that has ended.
    public func refresh() async {
        retry()
        await $people.endOfFetch()
    }
}
