import Foundation
import NIOConcurrencyHelpers

/// The marks of one visitor, for all the pages they have open.
///
/// A change shows at once, is written afterwards, and is announced to all pages.
package final class VisitorMarks: Sendable {
    /// Runs when something has changed.
    package typealias Listener = @Sendable () -> Void

    package let visitor: Visitor
    private let visitors: Visitors

    private struct State {
        var marks: Marks
        var listeners: [Int: Listener] = [:]
        var lastListener = 0
        /// The changes since the marks began to be loaded again; `nil` while they are not.
        var changesWhileLoading: [Marks.Change]?
        /// Whether the marks that are being loaded are outdated already.
        var isOutdated = false
    }

    private let state: NIOLockedValueBox<State>

    package init(_ marks: Marks, of visitor: Visitor, visitors: Visitors) {
        self.visitor = visitor
        self.visitors = visitors
        state = NIOLockedValueBox(State(marks: marks))
    }

    deinit {
        visitors.forget(ObjectIdentifier(self), of: visitor)
    }

    /// The current marks.
    package var current: Marks { state.withLockedValue { $0.marks } }
    /// The reason why marks are not stored; `nil` if they are.
    package var trouble: String? { visitors.trouble }

    /// Waits until the changes so far are written, or could not be.
    package func flush() async { await visitors.flush(visitor) }

    /// What of the visitor's changes has not arrived yet.
    package var waiting: Waiting { visitors.waiting(of: visitor) }

    /// Makes a change and announces it to all pages. One that only the database knows is announced once it is written,
    /// unless it has to wait.
    ///
    /// - Returns: Whether it changed anything.
    @discardableResult
    package func apply(_ change: Marks.Change) -> Bool {
        let listeners = state.withLockedValue { state -> [Listener]? in
            guard state.marks.apply(change) else { return nil }
            // Only enqueued, and under the lock, so that changes are written in the order in which they were made.
            visitors.record(change, of: visitor)
            state.changesWhileLoading?.append(change)
            return Array(state.listeners.values)
        }
        if change.withoutFeeds != nil || trouble != nil { for listener in listeners ?? [] { listener() } }
        return listeners != nil
    }

    /// Loads the marks again, since another process may have changed them, and announces that to all pages.
    ///
    /// A call while they are being loaded loads them once more afterwards. Where the store fails, they stay.
    package func reload() async {
        let begins = state.withLockedValue { state in
            guard state.changesWhileLoading == nil else {
                state.isOutdated = true
                return false
            }
            state.changesWhileLoading = []
            return true
        }
        guard begins else { return }
        var isDone = false
        while !isDone {
            let loaded = try? await visitors.store.marks(of: visitor, now: visitors.now())
            let listeners: [Listener]
            (isDone, listeners) = state.withLockedValue { state in
                var listeners: [Listener] = []
                if var loaded {
                    // A change that the loaded marks contain already makes no difference.
                    for change in state.changesWhileLoading ?? [] { _ = loaded.apply(change) }
                    if !loaded.looks(like: state.marks) { listeners = Array(state.listeners.values) }
                    state.marks = loaded
                }
                // After a failure, too: the database may work again since then.
                let isDone = !state.isOutdated
                state.isOutdated = false
                state.changesWhileLoading = isDone ? nil : []
                return (isDone, listeners)
            }
            for listener in listeners { listener() }
        }
    }

    /// Announces to all pages that something has changed beside the marks.
    package func announce() {
        for listener in state.withLockedValue({ Array($0.listeners.values) }) { listener() }
    }

    /// Calls a listener after each change.
    ///
    /// - Returns: A closure that removes the listener.
    package func listen(_ listener: @escaping Listener) -> @Sendable () -> Void {
        let number = state.withLockedValue { state in
            state.lastListener += 1
            state.listeners[state.lastListener] = listener
            return state.lastListener
        }
        return { [weak self] in self?.state.withLockedValue { $0.listeners[number] = nil } }
    }
}
