public import Freshet
public import FreshetCombine
public import TheMealDB

/// The categories of meals, and the meals of the one that is chosen.
///
/// Set the input where the scheduler runs; all outputs change there.
public final class MealBrowserViewModel: ObservableObject {
    /// The categories.
    @Published public private(set) var categories = FetchState<[TheMealDB.Category]>()
    /// The name of the category that is chosen; the first one, once they have come by default.
    @Published public var category: String? {
        didSet { if category != oldValue { showMeals() } }
    }
    /// The meals of the category.
    public let meals: PagedModel<String, TheMealDB.MealSummary>
    /// The failure of the categories, until it is dismissed.
    @Published public private(set) var selectedError: SelectedError?

    private let loader: Loader<[TheMealDB.Category]>
    private var isStarted = false
    private var subscriptions = Set<AnyCancellable>()

    /// Makes the model. Nothing is requested before ``start()``.
    public init(
        _ client: Client<TheMealDB>, category: String? = nil, scheduler: AnyScheduler = .main
    ) {
        self.category = category
        loader = Loader(from: client, scheduler: scheduler) { .categories }
        meals = PagedModel(scheduler: scheduler, time: client.time) { category, policy in
            client.caching(policy).responsePublisher(for: .meals(category: category))
                .map { .init($0.value, totalCount: $0.value.count, source: $0.source) }
                .eraseToAnyPublisher()
        }
        loader.$fetch.dropFirst()
            .sink { [weak self] in self?.take($0) }
            .store(in: &subscriptions)
        forwardChanges(of: meals, in: &subscriptions)
    }

    /// Starts loading, and follows the inputs from now on.
    public func start() {
        isStarted = true
        loader.load()
        showMeals()
    }

    /// Asks again for what has failed, or for the meals.
    public func retry() {
        if categories.value == nil { loader.load() }
        if categories.value != nil || meals.list.error != nil { meals.retry() }
    }

    /// Cancels what is under way. What is shown stays.
    public func cancel() {
        loader.cancel()
        meals.cancel()
    }

    /// Dismisses the failure.
    public func dismissError() {
        selectedError = nil
        categories.dismissError()
        meals.dismissError()
    }

    private func take(_ fetch: FetchState<[TheMealDB.Category]>) {
        categories = fetch
        selectedError = fetch.error.map(SelectedError.init)
        if category == nil, let first = fetch.value?.first { category = first.name }
    }

    private func showMeals() {
        if isStarted, let category { meals.show(category) }
    }
}

/// One meal with its recipe.
public final class MealDetailViewModel: ObservableObject {
    /// The id of the meal.
    public let id: String
    /// The meal.
    @Published public private(set) var meal = FetchState<TheMealDB.Meal>()
    /// The failure to show, until it is dismissed.
    @Published public private(set) var selectedError: SelectedError?

    private let loader: Trigger<CachePolicy, TheMealDB.Meal>
    private var subscription: AnyCancellable?

    /// Makes the model. Nothing is requested before ``load()``.
    public init(
        _ client: Client<TheMealDB>, id: String, scheduler: AnyScheduler = .main
    ) {
        self.id = id
        loader = Trigger(scheduler: scheduler, time: client.time) { policy in
            client.caching(policy).publisher(for: .meal(id))
                .unwrap(orThrow: AbsentError("TheMealDB has no meal \(id)."))
        }
        subscription = loader.$fetch.dropFirst().sink { [weak self] fetch in
            self?.meal = fetch
            self?.selectedError = fetch.error.map(SelectedError.init)
        }
    }

    /// Loads the content.
    public func load() { loader.send(.automatic) }

    /// Loads again after a failure.
    public func retry() { loader.send(.revalidate) }

    /// Cancels loading.
    public func cancel() { loader.cancel() }

    /// Dismisses the failure.
    public func dismissError() {
        selectedError = nil
        meal.dismissError()
    }
}

extension PagedSearch where Item == TheMealDB.Meal {
    /// Meals by their names.
    public static func meals(
        _ client: Client<TheMealDB>, scheduler: AnyScheduler = .main
    ) -> PagedSearch<TheMealDB.Meal> {
        PagedSearch(rules: SearchRules(length: 2...60), scheduler: scheduler, time: client.time) { text, policy in
            client.caching(policy).publisher(for: .search(text))
                .map { .init($0, totalCount: $0.count) }
                .eraseToAnyPublisher()
        }
    }
}

extension MealBrowserViewModel: ErrorShowing {
    /// Whether there is content next to a failure.
    public var showsBesideError: Bool { categories.value != nil }
}

extension MealDetailViewModel: DetailModel {
    /// The state of the content.
    public var state: FetchState<TheMealDB.Meal> { meal }
}
