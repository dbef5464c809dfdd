import FreshetCore

/// Delivers the newest state each time it is asked to look: one at a time, and never the same twice in a row.
///
/// A slow receiver misses states, but never the last one.
final class StateRelay<Value: Sendable>: Sendable {
    private let read: @Sendable () -> ResourceState<Value>?
    private let change: @Sendable (ResourceState<Value>) -> Void
    private let mailbox = SerialDelivery(Mailbox())
    private let isOfPart: Bool

    /// - Parameter isOfPart: Whether to ignore fetches and equal values.
    init(
        isOfPart: Bool = false,
        read: @escaping @Sendable () -> ResourceState<Value>?,
        change: @escaping @Sendable (ResourceState<Value>) -> Void
    ) {
        self.isOfPart = isOfPart
        self.read = read
        self.change = change
    }

    /// Delivers the current state if it differs from the last one. A delivery that is already
    /// running delivers it instead.
    func look() {
        // Before `deliver`: a delivery that is about to end sees the note, or this call delivers by itself.
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

    /// Records a state, and returns whether to deliver it. The first one is delivered after the cache was read.
    private func isNews(_ state: ResourceState<Value>) -> Bool {
        mailbox.withLock { box in
            // Checked again, since the state was read outside the lock and the observer may have left
            // meanwhile.
            if box.isCancelled || state.activity == .restoring && box.last == nil { return false }
            if let last = box.last.map({ Self.state($0, box.isLastStale) }),
                isOfPart ? state.isSamePart(as: last) : state.isSame(as: last)
            {
                return false
            }
            box.last = state.content
            box.isLastStale = state.isStale
            return true
        }
    }

    /// Returns the last state. The cast is safe, since the mailbox only ever holds such content.
    private static func state(_ content: AnyObject, _ isStale: Bool) -> ResourceState<Value> {
        ResourceState(unsafeDowncast(content, to: ResourceState<Value>.Content.self), isStale: isStale)
    }

    /// Ends the deliveries; `false` if they had ended before.
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

/// The state of a relay. It does not depend on the type of the value, for the same reason as ``SharedReference``.
private struct Mailbox {
    var mustLook = false
    var isCancelled = false
    /// The content of the last state.
    var last: AnyObject?
    var isLastStale = false
}
