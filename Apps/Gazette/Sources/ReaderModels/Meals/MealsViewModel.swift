import Foundation
public import Freshet
public import FreshetCombine
public import TheMealDB

/// A view model of the networking lab: four rows that fetch and cancel, and an overlay while a fetch runs.
///
/// Of the three rows of meals only one runs: fetching one cancels another, whose status goes back to ready. The sample
/// row is independent of them. Call its methods where the scheduler runs; all outputs change there.
public final class MealsViewModel: ObservableObject {
    // Stored, since a class without outputs of its own would make a new publisher for each access.
    /// Announces changes of the rows.
    public let objectWillChange = ObservableObjectPublisher()
    /// The sample row, with the mock's response.
    public let sample: LabRow
    /// The row of the categories.
    public let categories: LabRow
    /// The row of the pasta meals.
    public let pasta: LabRow
    /// The row of the breakfast meals.
    public let breakfast: LabRow

    /// Whether the mock fails; it is read when a fetch begins.
    public var mockFails: Bool {
        get { mock.fails }
        set {
            objectWillChange.send()
            mock.fails = newValue
        }
    }

    /// All rows, in order.
    public var rows: [LabRow] { [sample, categories, pasta, breakfast] }

    /// Whether anything runs.
    public var isLoading: Bool { rows.contains { $0.status == .ongoing } }

    private let mock: MockMealAPI
    private var subscriptions = Set<AnyCancellable>()

    /// Makes the model. Nothing is requested before a row is tapped.
    public init(_ client: Client<TheMealDB>, scheduler: AnyScheduler = .main) {
        let mock = MockMealAPI(scheduler: scheduler)
        // Each fetch revalidates with the service: a response from the cache alone would leave nothing to cancel.
        let client = client.caching(.revalidate)
        self.mock = mock
        sample = LabRow(
            id: "sample", title: "Sample API call",
            info: "This item fetches from a mock that responds after two seconds, or fails if its switch is on.",
            scheduler: scheduler
        ) { mock.fetch() }
        categories = LabRow(
            id: "categories", title: "Meal Categories", info: "This item fetches all meal categories available.",
            scheduler: scheduler
        ) { client.publisher(for: .categories).map { "\($0.count) categories" } }
        pasta = LabRow(
            id: "pasta", title: "Pasta Meals", info: "This item fetches all meals of the category Pasta.",
            scheduler: scheduler
        ) { client.publisher(for: .meals(category: "Pasta")).map { "\($0.count) meals for pasta" } }
        breakfast = LabRow(
            id: "breakfast", title: "Breakfast Meals", info: "This item fetches all meals of the category Breakfast.",
            scheduler: scheduler
        ) { client.publisher(for: .meals(category: "Breakfast")).map { "\($0.count) meals for breakfast" } }
        for row in rows { forwardChanges(of: row, in: &subscriptions) }
        for row in meals {
            row.didStart = { [weak self] row in
                // They stop after the row has begun, so that something always seems to run.
                self?.meals.filter { $0 !== row }.forEach { $0.cancel() }
            }
        }
    }

    /// The rows of which only one runs.
    private var meals: [LabRow] { [categories, pasta, breakfast] }

    /// The row whose description is shown in an alert.
    public private(set) var explained: LabRow? {
        willSet { objectWillChange.send() }
    }

    /// Shows the description of a row.
    public func explain(_ row: LabRow) { explained = row }

    /// Whether the description of a row is shown; setting it to false closes it.
    public var isExplaining: Bool {
        get { explained != nil }
        set { if !newValue { explained = nil } }
    }

    /// Cancels all running fetches.
    public func cancelAll() {
        for row in rows { row.cancel() }
    }

    /// Returns the row with an id; `nil` if there is none.
    public func row(_ id: String) -> LabRow? { rows.first { $0.id == id } }
}

/// One row of the lab: a title, a status text, Fetch and Cancel.
public final class LabRow: ObservableObject, Identifiable {
    /// The id of the row.
    public let id: String
    /// The title of the row.
    public let title: String
    /// The text of the alert titled "Info".
    public let info: String

    /// The status of the fetch.
    @Published public private(set) var status = FetchStatus.ready
    /// The text of the row.
    @Published public private(set) var text = "Tap to fetch"
    /// Why the last fetch failed; `nil` once the next begins.
    @Published public private(set) var error: (any Error)?

    /// Whether a fetch can start.
    public var canFetch: Bool { status.canFetch }
    /// Whether there is a fetch to cancel.
    public var canCancel: Bool { status.canCancel }

    /// Called after each start of a fetch.
    fileprivate var didStart: (LabRow) -> Void = { _ in }
    private let loader: Loader<String>
    private var subscriptions = Set<AnyCancellable>()

    init<P: Publisher>(
        id: String, title: String, info: String, scheduler: AnyScheduler, _ call: @escaping () -> P
    ) where P.Output == String {
        self.id = id
        self.title = title
        self.info = info
        loader = Loader(scheduler: scheduler, call)
        loader.$state.dropFirst().sink { [weak self] in self?.show($0) }.store(in: &subscriptions)
        loader.$fetch.dropFirst().sink { [weak self] in self?.finish($0) }.store(in: &subscriptions)
    }

    /// Starts the fetch.
    public func fetch() {
        loader.load()
        didStart(self)
    }

    /// Cancels the fetch.
    public func cancel() { loader.cancel() }

    private func show(_ state: LoadingState<String>) {
        switch state {
        case .idle:
            text = "Tap to fetch"
            status = .ready
        case .loading:
            status = .ongoing
            text = "Fetching..."
            error = nil
        case .loaded(let value):
            text = value
            // A cancellation restores the value of an earlier fetch.
            if !loader.fetch.isFetching { status = .ready }
        case .failed(let failure):
            text = Self.text(of: failure)
            status = .ready
            // A cancellation restores the text, not the alert.
            if loader.fetch.error != nil { error = failure }
        }
    }

    private func finish(_ fetch: FetchState<String>) {
        if !fetch.isFetching, loader.state.value != nil { status = .finished }
    }

    /// Returns the row's text for an error: its description, with exceptions for unreadable data and network errors.
    private static func text(of error: any Error) -> String {
        guard let error = error as? FetchError else { return error.localizedDescription }
        return switch error.kind {
        case .decoding, .wrongContent: "The data could not be read."
        case .cannotConnect, .connectionLost, .timedOut: "Network error occurred. \(error.localizedDescription)"
        default: error.localizedDescription
        }
    }
}

/// A mock API, which responds after two seconds of the scheduler's time.
final class MockMealAPI {
    struct Failure: LocalizedError {
        var errorDescription: String? { "(Mock Error)" }
    }

    var fails = false
    private let scheduler: AnyScheduler

    init(scheduler: AnyScheduler) {
        self.scheduler = scheduler
    }

    func fetch() -> AnyPublisher<String, Failure> {
        Deferred { [self] in
            // The switch is read when the fetch begins. A failure is not delayed, so the delay is applied to a value.
            let fails = fails
            return Just(()).delay(for: .seconds(2), scheduler: scheduler)
                .setFailureType(to: Failure.self)
                .flatMap { fails ? AnyPublisher.fail(with: Failure()) : .just("Success Result") }
        }
        .eraseToAnyPublisher()
    }
}
