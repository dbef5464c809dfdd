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

    /// The scope of the write. Writes of one scope run one after another, in the order in which
    /// they began. Writes of different scopes, and writes without a scope, run concurrently.
    ///
    /// ```swift
    /// try await theatre.write(.rename(7, to: title)) {
    ///     $0.scope = "play 7"
    ///     $0.onFailure = .cancelsFollowing
    ///     $0.update(.play(7)) { $0.title = title }
    /// }
    /// ```
    public var scope: String?
    /// The effect of a failure on the writes of its scope that are waiting. By default, they run.
    public var onFailure = FailureRule.continuing
    /// How long after a success the server may still return old data, such as from a lagging
    /// replica. The default is zero.
    ///
    /// Until then, the write stays shown and causes no fetch. Resources that take their value from
    /// the response of the write (``setsResult(of:)``) don't need this time.
    public var settling = Duration.zero

    let client: Client<API>
    var steps: [any WriteStep<Output>] = []
    var targets: [InvalidationTarget] = []

    init(_ client: Client<API>) {
        self.client = client
    }

    /// Changes the value of a resource immediately. If there is no value yet, the change applies
    /// once there is one.
    ///
    /// The change is also applied to responses that arrive meanwhile, and is removed if the write
    /// is rejected. The closure therefore runs several times, on any thread, and must be pure and
    /// idempotent. Debug builds report a closure that isn't idempotent.
    public mutating func update<Value>(
        _ request: Request<API, Value>, fileID: String = #fileID, line: Int = #line,
        _ change: @escaping @Sendable (inout Value) -> Void
    ) {
        add(request, checked(change, client.resourceStore.settings, fileID, line), nil)
    }

    /// Immediately changes the values of one type among the resources in memory that have a tag,
    /// including pages of lists.
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

    /// Immediately changes each page of a list: those in memory, and those that are loaded before
    /// the write has ended.
    ///
    /// ```swift
    /// try await theatre.write(.remove(7)) {
    ///     $0.update(paging: .seasons) { season in season.plays.removeAll { $0.id == 7 } }
    /// }
    /// ```
    ///
    /// All pages of the list are stale after the write.
    public mutating func update<Page>(
        paging list: PagedRequest<API, Page>, fileID: String = #fileID, line: Int = #line,
        _ change: @escaping @Sendable (inout Page) -> Void
    ) {
        guard let reading = try? PageReading(client, list) else { return }
        // The first page is changed even if it is only stored, since windows show stored pages at
        // first.
        if let first = client.pageResource(list.first, of: list).definition { _ = first.store.entry(first) }
        let checked = checked(change, client.resourceStore.settings, fileID, line)
        steps.append(
            WideWriteStep(store: client.resourceStore, target: .pages(ReadingName(reading)), change: checked))
        targets.append(.tag(reading.tag))
    }

    /// Sets the value of a resource to the response of the write, which saves a fetch.
    public mutating func setsResult(of request: Request<API, Output>) {
        add(request, nil, .value { $0 })
    }

    /// Changes the value of a resource based on the response of the write, such as the id that the
    /// server has chosen.
    ///
    /// ```swift
    /// try await theatre.write(.replace(play)) {
    ///     $0.setsResult(of: .rated) { plays, new in plays = plays.map { $0.id == new.id ? new : $0 } }
    /// }
    /// ```
    public mutating func setsResult<Value>(
        of request: Request<API, Value>, _ change: @escaping @Sendable (inout Value, Output) -> Void
    ) {
        add(request, nil, .change(change))
    }

    /// Makes further resources stale after the write, in addition to those that it changes.
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

/// Returns a change that, in debug builds, reports if it isn't idempotent.
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
