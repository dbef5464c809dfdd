/// A lock whose state produces items, which are delivered one at a time, in order, and outside the
/// lock.
///
/// Call ``deliver(_:to:)`` after each change of the state. The delivering thread continues until no
/// item is due, including items that another thread or the receiver itself adds in the meantime;
/// the calls of those threads return at once. As a result, a receiver never runs twice at the same
/// time, and it may change the state again.
///
/// ```swift
/// events.withLock { $0.append(event) }
/// events.deliver {
///     $0.popFirst()
/// } to: {
///     observer.observe($0)
/// }
/// ```
///
/// Copies share one state.
package struct SerialDelivery<State>: Sendable {
    private struct Guarded {
        var state: State
        var isDelivering = false
    }

    private let guarded: Lock<Guarded>

    package init(_ state: sending State) {
        self.init(ofUnchecked: state)
    }

    /// Makes a lock around state that isn't `Sendable`, such as publishers and subscribers.
    package init(ofUnchecked state: State) {
        guarded = Lock(ofUnchecked: Guarded(state: state))
    }

    /// Runs a closure with exclusive access to the state. Delivers nothing.
    ///
    /// The closure must not wait, call a receiver or lock the same state again.
    package func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try guarded.withLock { guarded throws(Failure) in try body(&guarded.state) }
    }

    /// Delivers the items that are due, one at a time. If another delivery is running, it delivers
    /// them instead.
    ///
    /// All callers pass the same `next` and `receiver`, since one of them delivers for the others.
    ///
    /// - Parameters:
    ///   - next: Removes and returns the next item of the state; `nil` if none is due. It runs with
    ///     the lock held.
    ///   - receiver: Receives the item, without the lock held.
    package func deliver<Item>(_ next: (inout State) -> Item?, to receiver: (Item) -> Void) {
        var isOurs = false
        // A loop rather than recursion: a receiver that always adds another item would exhaust the
        // stack.
        while let item = take(next, &isOurs) { receiver(item) }
    }

    /// Takes the next item, or ends the delivery. Both are one step, because an item added between
    /// them would be lost.
    private func take<Item>(_ next: (inout State) -> Item?, _ isOurs: inout Bool) -> Item? {
        guarded.withLock { guarded in
            // Another thread is delivering, or this call comes from the receiver. That delivery
            // finds the new items.
            guard isOurs || !guarded.isDelivering else { return nil }
            let item = next(&guarded.state)
            isOurs = item != nil
            guarded.isDelivering = isOurs
            return item
        }
    }
}
