public import Freshet
public import FreshetCombine
import FreshetResources
public import TheMealDB

/// A view model of the categories of meals, and the meals of the chosen category.
///
/// Set the input where the scheduler runs; all outputs change there.
public final class MealBrowserViewModel: ObservableObject {
    /// The categories.
    @Published public private(set) var categories = FetchState<[TheMealDB.Category]>()
    /// The name of the chosen category; by default the first one, once the categories are loaded.
    @Published public var category: String? {
        didSet { if category != oldValue { showMeals() } }
    }
    /// The meals of the category.
    public let meals: ListObject<String, TheMealDB.MealSummary>

    private let all: ResourceObject<[TheMealDB.Category]>
    private var isStarted = false
    private var subscriptions = Set<AnyCancellable>()

    /// Makes the model. Nothing is requested before ``start()``.
    public init(
        _ client: Client<TheMealDB>, category: String? = nil, scheduler: AnyScheduler = .main
    ) {
        self.category = category
        all = ResourceObject(client.resource(.categories), scheduler: scheduler)
        meals = .meals(client, scheduler: scheduler)
        all.$fetch.dropFirst().sink { [weak self] in self?.take($0) }.store(in: &subscriptions)
        forwardChanges(of: meals, in: &subscriptions)
    }

    /// Starts loading, and follows the inputs from now on.
    public func start() {
        isStarted = true
        all.load()
        showMeals()
    }

    /// Repeats the request that has failed, or requests the meals again.
    public func retry() {
        if categories.value == nil { all.refetch() }
        if categories.value != nil || meals.fetch.error != nil { meals.retry() }
    }

    /// Cancels what is under way. What is shown stays.
    public func cancel() {
        all.stop()
        meals.cancel()
    }

    /// Dismisses the failure.
    public func dismissError() {
        all.dismissError()
        meals.dismissError()
    }

    private func take(_ fetch: FetchState<[TheMealDB.Category]>) {
        categories = fetch
        if category == nil, let first = fetch.value?.first { category = first.name }
    }

    private func showMeals() {
        if isStarted, let category { meals.show(category) }
    }
}

extension PagedSearch where Item == TheMealDB.Meal {
    /// Makes a search for meals by name.
    public static func meals(
        _ client: Client<TheMealDB>, scheduler: AnyScheduler = .main
    ) -> PagedSearch<TheMealDB.Meal> {
        PagedSearch(rules: SearchRules(length: 2...60), scheduler: scheduler) { client.window(.search($0)) }
    }
}

extension ListObject where Query == String, Item == TheMealDB.MealSummary {
    /// Makes a list of the meals of a category.
    public static func meals(_ client: Client<TheMealDB>, scheduler: AnyScheduler = .main) -> Self {
        Self(scheduler: scheduler) { client.window(.meals(category: $0)) }
    }
}

extension Client where API == TheMealDB {
    /// Returns a window on a list that the service sends as a whole.
    fileprivate func window<Item>(_ request: Request<TheMealDB, [Item]>) -> ListWindow<Item> {
        window(on: PagedRequest(request) { _, _ throws(FetchError) in nil }) { WindowPage($0, totalCount: $0.count) }
    }
}

extension MealBrowserViewModel: ErrorShowing {
    /// The failure of the categories, until it is dismissed.
    public var selectedError: SelectedError? { categories.error.map(SelectedError.init) }

    /// Whether there is content next to a failure.
    public var showsBesideError: Bool { categories.value != nil }
}
