import FreshetCore

/// Passes the newest state on after each call of ``look()``: one at a time, and never the same twice.
///
/// A receiver that is slow misses states, but not the last one.
final class StateRelay<Value: Sendable>: Sendable {
    private let read: @Sendable () -> ResourceState<Value>?
    private let change: @Sendable (ResourceState<Value>) -> Void
    private let mailbox = SerialDelivery(Mailbox())

    /// - Parameters:
    ///   - read: Returns the present state; `nil` where there is none.
    ///   - change: Receives each state.
    init(
        read: @escaping @Sendable () -> ResourceState<Value>?,
        change: @escaping @Sendable (ResourceState<Value>) -> Void
    ) {
        self.read = read
        self.change = change
    }

    /// Passes the present state on, unless it says what the last one did. A delivery that is running does it, if there is one.
    func look() {
        mailbox.withLock { $0.mustLook = true }
        mailbox.deliver { box -> Void? in
            guard box.mustLook, !box.isCancelled else { return nil }
            box.mustLook = false
            return ()
        } to: { _ in
            guard let state = read(), isNews(state) else { return }
            change(state)
        }
    }

    /// The first state comes after the cache was read.
    private func isNews(_ state: ResourceState<Value>) -> Bool {
        mailbox.withLock { box in
            if box.isCancelled || state.activity == .restoring && box.last == nil { return false }
            if let last = box.last, state.isSame(as: Self.state(last, box.isLastStale)) { return false }
            box.last = state.content
            box.isLastStale = state.isStale
            return true
        }
    }

    /// The last state. Nothing but its content is ever in the mailbox.
    private static func state(_ content: AnyObject, _ isStale: Bool) -> ResourceState<Value> {
        ResourceState(unsafeDowncast(content, to: ResourceState<Value>.Content.self), isStale: isStale)
    }

    /// Ends it; `false` if it had ended.
    @discardableResult
    func cancel() -> Bool {
        mailbox.withLock { box in
            defer {
                box.isCancelled = true
                box.last = nil
            }
            return !box.isCancelled
        }
    }

    var isCancelled: Bool { mailbox.withLock { $0.isCancelled } }
}

/// It does not know the type of the value, for the same reason as ``SharedReference``.
private struct Mailbox {
    var mustLook = false
    var isCancelled = false
    /// What the last state said.
    var last: AnyObject?
    var isLastStale = false
}
