public import FreshetCombine
public import FreshetResources

/// Search as you type, with results in pages.
public final class PagedSearch<Item: Identifiable & Sendable>: ObservableObject where Item.ID: Sendable {
    // Stored, since a class without outputs of its own would make a new publisher for each access.
    /// Announces changes of the field and the results.
    public let objectWillChange = ObservableObjectPublisher()
    /// The search field.
    public let field: SearchField
    /// The list of results.
    public let results: ListObject<String, Item>
    private var subscriptions = Set<AnyCancellable>()

    /// The typed text. Set it on the scheduler.
    public var text: String {
        get { field.text }
        set { field.text = newValue }
    }

    /// The reason not to search; `nil` while there is a query.
    public var idleReason: SearchRules.IdleReason? { field.idleReason }

    /// Makes a search. Nothing is requested before something is typed.
    ///
    /// - Parameters:
    ///   - window: Makes the window on the results of a query.
    public init(
        rules: SearchRules = SearchRules(), scheduler: AnyScheduler = .main,
        window: @escaping (String) -> ListWindow<Item>
    ) {
        field = SearchField(rules: rules, scheduler: scheduler)
        results = ListObject(scheduler: scheduler, window: window)
        field.$query.dropFirst()
            .sink { [results] query in
                if let query { results.show(query) } else { results.clear() }
            }
            .store(in: &subscriptions)
        forwardChanges(of: field, in: &subscriptions)
        forwardChanges(of: results, in: &subscriptions)
    }

    /// Searches at once for what is typed.
    public func submit() { field.submit() }

    /// Searches for the same text again, after the window's own choices have changed.
    public func searchAgain() {
        guard let query = results.query else { return }
        results.clear()
        results.show(query)
    }

    /// Loads again after a failure.
    public func retry() { results.retry() }

    /// Cancels what is under way. What is shown stays.
    public func cancel() { results.cancel() }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    /// Announces the changes of another object as changes of this one, so that a view observes one object.
    func forwardChanges<Part: ObservableObject>(of part: Part, in subscriptions: inout Set<AnyCancellable>) {
        part.objectWillChange
            .sink { [weak self] _ in self?.objectWillChange.send() }
            .store(in: &subscriptions)
    }
}
