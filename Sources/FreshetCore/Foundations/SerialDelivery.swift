/// A lock around state whose consequences are delivered one at a time, in order and outside the lock.
///
/// A change of the state is followed by ``deliver(_:to:)``. The thread that delivers goes on until nothing is due. A change
/// that another thread makes meanwhile, or the receiver itself, is delivered by that thread: the call that made the change
/// returns at once. So a receiver never runs twice at the same time, and it may change the state again.
///
/// ```swift
/// events.withLock { $0.append(event) }
/// events.deliver { $0.popFirst() } to: { observer.observe($0) }
/// ```
///
/// Copies share one state. Inlinable for the same reason as ``Lock``.
package struct SerialDelivery<State>: Sendable {
    @usableFromInline
    struct Guarded {
        @usableFromInline var state: State
        @usableFromInline var isDelivering = false

        @usableFromInline
        init(state: State) {
            self.state = state
        }
    }

    @usableFromInline let guarded: Lock<Guarded>

    @inlinable
    package init(_ state: sending State) {
        self.init(ofUnchecked: state)
    }

    /// Takes a state that is not `Sendable`, as publishers and subscribers are.
    @inlinable
    package init(ofUnchecked state: State) {
        guarded = Lock(ofUnchecked: Guarded(state: state))
    }

    /// Runs a body with the state while no other thread has it, and delivers nothing.
    ///
    /// The body must not wait, call a receiver or lock the same state.
    @inlinable
    package func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try guarded.withLock { guarded throws(Failure) in try body(&guarded.state) }
    }

    /// Delivers what is due, one item at a time, unless a delivery is under way, which then includes it.
    ///
    /// All callers pass the same `next` and `receiver`, since one of them delivers for the others.
    ///
    /// - Parameters:
    ///   - next: Takes the next item out of the state; `nil` when nothing is due. It runs with the lock held.
    ///   - receiver: Receives the item, without the lock held.
    @inlinable
    package func deliver<Item>(_ next: (inout State) -> Item?, to receiver: (Item) -> Void) {
        var isOurs = false
        while let item = take(next, &isOurs) { receiver(item) }
    }

    /// The end of a delivery and the check for further items are one step, or an item between them would be left.
    @inlinable
    func take<Item>(_ next: (inout State) -> Item?, _ isOurs: inout Bool) -> Item? {
        guarded.withLock { guarded in
            guard isOurs || !guarded.isDelivering else { return nil }
            let item = next(&guarded.state)
            isOurs = item != nil
            guarded.isDelivering = isOurs
            return item
        }
    }
}
