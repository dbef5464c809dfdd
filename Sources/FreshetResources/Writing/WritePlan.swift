public import FreshetCore
public import FreshetStreams

/// A plan of the changes that a write makes to resources.
///
/// ```swift
/// try await theatre.write(.rename(7, to: title)) {
///     $0.update(.play(7)) { $0.title = title }
///     $0.invalidates(.tag("ratings"))
/// }
/// ```
public struct WritePlan<API: Service, Output: Sendable>: ~Copyable {
    /// The effect of a failed write on the waiting writes of its scope.
    ///
    /// New cases may come with a minor version: end a `switch` over it with `default` or `@unknown default`.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum FailureRule: Sendable, Hashable {
        /// They run.
        case continuing
        /// They are cancelled.
        case cancelsFollowing
    }

    /// The scope of the write. Writes of one scope run one after another, in the order in which they began; those of
    /// different scopes, and those without one, run concurrently.
    public var scope: String?
    /// The effect of a failure on the writes of its scope that wait after it: they run, by default.
    public var onFailure = FailureRule.continuing
    /// How long after its success the server may still return old data, as from a replica that lags.
    ///
    /// Until then the write stays shown, and nothing is fetched because of it. Resources that take their value from the
    /// response of the write (``setsResult(of:)``) need no such time.
    public var settling = Duration.zero

    let client: Client<API>
    var steps: [any WriteStep<Output>] = []
    var targets: [InvalidationTarget] = []

    init(_ client: Client<API>) {
        self.client = client
    }

    /// Changes the value of a resource, at once. Does nothing where there is no value, until there is one.
    ///
    /// The change is also applied to responses that arrive meanwhile, and is removed if the write is refused. So the
    /// closure runs several times, on any thread. It must be pure and idempotent; debug builds report one that is not
    /// idempotent.
    public mutating func update<Value>(
        _ request: Request<API, Value>, fileID: String = #fileID, line: Int = #line,
        _ change: @escaping @Sendable (inout Value) -> Void
    ) {
        add(request, checked(change, client.resourceStore.settings, fileID, line), nil)
    }

    /// Changes the values of one type among the resources in memory that have a tag, at once; pages of lists, too.
    ///
    /// All resources with the tag are stale after the write.
    public mutating func update<Value: Sendable>(
        _ tag: ResourceTag, as type: Value.Type, fileID: String = #fileID, line: Int = #line,
        _ change: @escaping @Sendable (inout Value) -> Void
    ) {
        let checked = checked(change, client.resourceStore.settings, fileID, line)
        steps.append(WideWriteStep(store: client.resourceStore, target: .tag(tag), change: checked))
        targets.append(.tag(tag))
    }

    /// Changes each page of a list, at once: those in memory, and those that are loaded until the write has ended.
    ///
    /// All pages of the list are stale after the write.
    public mutating func update<Page>(
        paging list: PagedRequest<API, Page>, fileID: String = #fileID, line: Int = #line,
        _ change: @escaping @Sendable (inout Page) -> Void
    ) {
        guard let reading = try? PageReading(client, list) else { return }
        // The first page is changed also where it is only stored, since windows show what is stored at first.
        if let first = client.pageResource(list.first, of: list).definition { _ = first.store.entry(first) }
        let checked = checked(change, client.resourceStore.settings, fileID, line)
        steps.append(
            WideWriteStep(store: client.resourceStore, target: .pages(ReadingName(reading)), change: checked))
        targets.append(.tag(reading.tag))
    }

    /// Sets the value of a resource to the response of the write, so that it need not be fetched.
    public mutating func setsResult(of request: Request<API, Output>) {
        add(request, nil, .value { $0 })
    }

    /// Changes the value of a resource by the response of the write, such as by the id that the server has chosen.
    public mutating func setsResult<Value>(
        of request: Request<API, Value>, _ change: @escaping @Sendable (inout Value, Output) -> Void
    ) {
        add(request, nil, .change(change))
    }

    /// Makes resources stale after the write, besides those that it changes.
    public mutating func invalidates(_ filters: ResourceFilter<API>...) {
        targets += filters.map { $0.target(client) }
    }

    private mutating func add<Value>(
        _ request: Request<API, Value>, _ change: (@Sendable (inout Value) -> Void)?,
        _ result: ResourceWriteStep<Value, Output>.Result?
    ) {
        // A request without a resource has no state that a screen could show.
        guard let definition = try? ResourceDefinition(client, request, client.resourceStore) else { return }
        steps.append(ResourceWriteStep(definition: definition, change: change, result: result))
    }
}

/// Returns a change that reports, in debug builds, if it is not idempotent.
func checked<Value: Sendable>(
    _ change: @escaping @Sendable (inout Value) -> Void, _ settings: ResourceSettings, _ fileID: String, _ line: Int
) -> @Sendable (inout Value) -> Void {
    #if DEBUG
    let comparison = ValueComparison<Value>()
    guard comparison.isKnown else { return change }
    return { value in
        change(&value)
        var twice = value
        change(&twice)
        guard !comparison.isEqual(twice, value) else { return }
        settings.reportMisuse(
            "\(fileID):\(line): a change gives something else twice than once, and runs again with each response")
    }
    #else
    return change
    #endif
}
