import Foundation
public import Freshet
public import FreshetCombine
public import JSONPlaceholder

/// Users with their albums and photos, filtered by a typed text.
///
/// Set the inputs where the scheduler runs; all outputs change there.
public final class UsersViewModel: ObservableObject {
    /// The text that a user's name, e-mail, city or company must contain, ignoring case; empty shows all.
    @Published public var searchText = "" {
        didSet { if searchText != oldValue { filter() } }
    }
    /// The users that the filter lets through, and how their loading goes.
    @Published public private(set) var people = FetchState<[JSONPlaceholder.Person]>()
    /// The parts that could not be had, where the policy keeps the rest: the whole only looks complete.
    @Published public private(set) var failures: [JSONPlaceholder.Part: SelectedError] = [:]
    /// The person whose screen is open.
    @Published public private(set) var opened: JSONPlaceholder.Person?
    /// The failure to show, until it is dismissed.
    @Published public private(set) var selectedError: SelectedError?

    private let slot: FetchSlot<JSONPlaceholder.People>
    private let call: (CachePolicy) -> AnyPublisher<JSONPlaceholder.People, FetchError>
    private var loaded = FetchState<[JSONPlaceholder.Person]>()
    /// Whether a call was requested that has not begun: it begins on the scheduler, a moment later.
    private var isAsked = false

    /// Makes the model. Nothing is requested before ``load()``.
    ///
    /// - Parameter partialFailure: What to do when albums or photos fail.
    public init(
        _ client: Client<JSONPlaceholder>,
        partialFailure: JSONPlaceholder.PartialFailure = .keepsTheRest,
        scheduler: AnyScheduler = .main
    ) {
        call = { Self.people(client.caching($0), partialFailure) }
        slot = FetchSlot(scheduler: scheduler)
        slot.onEvent = { [weak self] in self?.handle($0, at: client.time.date()) }
    }

    /// Loads all users. Does nothing while they load, so that a second tap has no effect.
    public func load() {
        if !loaded.isFetching, !isAsked { load(.automatic) }
    }

    /// Loads all users again, even while they load or if the cache has fresh responses.
    public func retry() { load(.revalidate) }

    /// Cancels loading.
    public func cancel() {
        isAsked = false
        slot.cancel()
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
        selectedError = nil
        loaded.dismissError()
        filter()
    }

    private func load(_ policy: CachePolicy) {
        isAsked = true
        slot.run(call(policy))
    }

    private func handle(_ event: FetchSlot<JSONPlaceholder.People>.Event, at date: Date) {
        switch event {
        case .began:
            isAsked = false
            selectedError = nil
            loaded.begin()
        case .value(let value):
            let errors = value.failures.mapValues(SelectedError.init)
            failures = errors
            selectedError = JSONPlaceholder.Part.allCases.compactMap { errors[$0] }.first
            loaded.receive(value.people, at: date, goesOn: true)
        case .failed(let error):
            selectedError = SelectedError(error)
            loaded.fail(error)
        case .finished, .cancelled:
            loaded.cancel()
        }
        filter()
    }

    private func filter() {
        people = loaded.map { $0.filtered(by: searchText) }
    }

    /// All three at once; the merge waits for the last.
    private static func people(
        _ client: Client<JSONPlaceholder>, _ policy: JSONPlaceholder.PartialFailure
    ) -> AnyPublisher<JSONPlaceholder.People, FetchError> {
        CallbackPublisher { completion in
            let task = Task {
                do throws(FetchError) {
                    completion.success(try await client.people(partialFailure: policy))
                } catch {
                    completion.failure(error)
                }
            }
            return { task.cancel() }
        }
        .eraseToAnyPublisher()
    }
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
