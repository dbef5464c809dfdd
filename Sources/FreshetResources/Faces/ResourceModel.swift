public import Foundation
public import FreshetCore
public import Observation

/// A model of a resource for SwiftUI and UIKit.
///
/// ```swift
/// let model = ResourceModel(theatre.resource(.play(7)))
/// model.start()
/// show(model.value)
/// model.stop()
/// ```
///
/// Each fact is a separate property, so a view that reads only the value isn't redrawn when a fetch
/// begins. Creating a model sends nothing. It observes its resource between ``start()`` and
/// ``stop()``, or while ``run()`` runs, as in `.task { await model.run() }`.
///
/// `show(_:keepingPrevious:)` changes to another resource. The shown value stays, marked as
/// ``isPrevious``, until the new resource has one.
@MainActor
@Observable
public final class ResourceModel<Value: Sendable> {
    /// The shown value.
    public private(set) var value: Value?
    /// Where the value came from.
    public private(set) var origin: ResourceOrigin?
    /// Why the last fetch failed. It stays until a fetch succeeds.
    public private(set) var error: FetchError?
    /// The activity of the resource.
    public private(set) var activity = ResourceActivity.idle
    /// Whether the value is missing, invalidated or too old.
    public private(set) var isStale = true
    /// When the server made or confirmed the value.
    public private(set) var date: Date?
    /// The number of the app's changes in the value that no response has confirmed yet.
    public private(set) var pendingChanges = 0
    /// The durable writes that change the resource and haven't been delivered yet, in the order in
    /// which they are applied.
    public private(set) var pendingWrites: [WriteID] = []

    @ObservationIgnored private var resource: (any ResourceReadable<Value>)?
    @ObservationIgnored private var observation: ResourceObservation?
    /// The number of starts without a matching stop.
    @ObservationIgnored private var starts = 0
    @ObservationIgnored var onLook: () -> Void = {}
    @ObservationIgnored private var display = DisplayedState<Value>()
    @ObservationIgnored private var shown: Shown?

    private struct Shown: Equatable {
        let revision: Revision
        let account: UInt64
        let origin: ResourceOrigin?
    }

    /// Makes a model of a resource, or of none yet. It shows the current state and sends nothing.
    public init(_ resource: (any ResourceReadable<Value>)? = nil) {
        self.resource = resource
        look()
    }

    /// Whether a request is in progress.
    public var isFetching: Bool { activity == .fetching }

    /// Whether the value belongs to the resource that was shown before.
    public var isPrevious: Bool { origin == .previous }

    // MARK: - What is shown

    /// Shows another resource, or none.
    ///
    /// A fetch of the previous resource is cancelled, unless that has other observers.
    ///
    /// - Parameters:
    ///   - resource: The resource.
    ///   - isKeepingPrevious: Whether the value stays, marked as ``isPrevious``, until the new
    ///     resource has one, even if that fails. A `nil` resource always clears the value, and so
    ///     does a change of account.
    public func show(_ resource: (any ResourceReadable<Value>)?, keepingPrevious isKeepingPrevious: Bool = true) {
        display.change(keepingValue: isKeepingPrevious && resource != nil)
        shown = nil
        self.resource = resource
        // The new observation begins before the old one ends: if both share a resource, its fetch isn't
        // cancelled in between.
        let old = observation
        if starts > 0 { observe() }
        old?.replace()
        look()
    }

    // MARK: - Observing

    /// Begins to observe. Each call needs a matching ``stop()``.
    ///
    /// When this returns, the model shows the cached value if that is in memory or in an open file,
    /// its body is no longer than 32 KiB and no closure decodes it. Otherwise ``activity`` is
    /// ``ResourceActivity/restoring`` until the cache has been read.
    public func start() {
        starts += 1
        if starts == 1 { observe() }
        look()
    }

    /// Ends the observation that ``start()`` began. The shown value stays.
    public func stop() {
        guard starts > 0 else { return }
        starts -= 1
        if starts == 0 { observation = nil }
        look()
    }

    /// Observes until the task is cancelled.
    public func run() async {
        start()
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        await withTaskCancellationHandler {
            for await _ in stream {}
        } onCancel: {
            continuation.finish()
        }
        stop()
    }

    /// Fetches again, however fresh the value is, and returns when the fetch has ended.
    public func refetch() async {
        let fetch = Task { [resource] in await resource?.reload() }
        look()
        await fetch.value
        look()
    }

    /// Fetches again after a failure, without waiting for the next automatic fetch.
    public func retry() {
        Task { await refetch() }
    }

    private func observe() {
        // A change is reported on any thread. The model itself reads the newest state, so the order
        // of the tasks doesn't matter.
        observation = resource?.observeForModel { [weak self] in
            MainActor.perform { self?.look() }
        }
    }

    /// Reads the newest state. A property is set only if it differs, since setting it redraws every
    /// view that reads it.
    private func look() {
        let state = display.take(resource?.state ?? ResourceState())
        let now = Shown(revision: state.revision, account: state.account, origin: state.origin)
        // A value need not be `Equatable`, so its revision decides whether the property is set.
        if now != shown, value != nil || state.value != nil { value = state.value }
        shown = now
        if origin != state.origin { origin = state.origin }
        if error != state.error { error = state.error }
        if activity != state.activity { activity = state.activity }
        if isStale != state.isStale { isStale = state.isStale }
        if date != state.date { date = state.date }
        if pendingChanges != state.pendingChanges { pendingChanges = state.pendingChanges }
        if pendingWrites != state.pendingWrites { pendingWrites = state.pendingWrites }
        onLook()
    }
}
