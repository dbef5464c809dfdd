import FreshetCore

/// A gate that holds tasks until a test opens it.
///
/// Once open, it stays open. A cancelled task passes immediately.
///
/// ```swift
/// let gate = Gate()
/// let stub = StubTransport { _ in
///     await gate.wait()
///     return .json(#"{"articles":[]}"#)
/// }
/// let news = Client(News(), transport: stub, cache: nil)
/// async let page = news.value(for: .headlines)
/// try await gate.waitUntilWaiting()
/// gate.open()
/// #expect(try await page.articles.isEmpty)
/// ```
public final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiters: [ObjectIdentifier: Pending<Void>] = [:]
    }

    private let state = WatchedState(State())

    /// Makes a closed gate.
    public init() {}

    /// The number of tasks waiting at the gate.
    public var waiterCount: Int { state.read { $0.waiters.count } }

    /// Waits until the gate is open or the task is cancelled.
    public func wait() async {
        let waiter = Pending<Void>()
        let id = ObjectIdentifier(waiter)
        let passes = state.change { state in
            // Checked in the same step that adds the waiter, so that `open` can't come in between and miss it.
            if state.isOpen || Task.isCancelled { return true }
            state.waiters[id] = waiter
            return false
        }
        if passes { return }
        await waiter.value { [state] in
            state.change { _ = $0.waiters.removeValue(forKey: id) }
            waiter.resolve(())
        }
    }

    /// Opens the gate for all current and later tasks.
    public func open() {
        let waiters = state.change { state in
            state.isOpen = true
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resolve(()) }
    }

    /// Waits until `count` tasks are waiting at the gate.
    ///
    /// - Throws: ``WaitFailure`` if fewer are; `CancellationError` if the waiting task is
    ///   cancelled.
    public func waitUntilWaiting(
        count: Int = 1, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await wait(for: "\(count) tasks at the gate", SourcePlace(file, line)) { $0 >= count }
    }

    /// Waits until no task is waiting at the gate, because they were cancelled or the gate was
    /// opened.
    ///
    /// - Throws: ``WaitFailure`` if one still is; `CancellationError` if the waiting task is
    ///   cancelled.
    public func waitUntilEmpty(file: StaticString = #fileID, line: UInt = #line) async throws {
        try await wait(for: "no task at the gate", SourcePlace(file, line)) { $0 == 0 }
    }

    private func wait(
        for expected: String, _ place: SourcePlace, until isMet: @escaping @Sendable (Int) -> Bool
    ) async throws {
        try await state.wait(for: expected, at: place, seen: { "\($0.waiters.count)" }) { isMet($0.waiters.count) }
    }
}
