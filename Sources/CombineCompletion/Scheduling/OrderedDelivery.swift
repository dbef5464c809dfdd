#if !canImport(Combine)
import CombineOrOpenCombine
import Foundation

/// Delivers the values and the end of a publisher to a subscriber in their order, one at a time and
/// without a lock held, whatever threads release them.
///
/// Its state consists of properties instead of a value in a `Guarded`: copying generic values would
/// make `receive(on:)` take three times as long.
final class OrderedDelivery<Downstream: Subscriber> {
    private let lock = NSLock()
    let downstream: Downstream
    private var waiting = ValueQueue<Downstream.Input>()
    private var completion: Subscribers.Completion<Downstream.Failure>?
    private var hasEnded = false
    /// The number of waiting values that may be delivered.
    private var released = 0
    private var isDelivering = false
    /// Whether the end was delivered, or it was cancelled.
    private var isOver = false

    init(_ downstream: Downstream) {
        self.downstream = downstream
    }

    func append(_ value: Downstream.Input) {
        lock.lock()
        defer { lock.unlock() }
        if !isOver { waiting.append(value) }
    }

    func append(_ completion: Subscribers.Completion<Downstream.Failure>) {
        lock.lock()
        defer { lock.unlock() }
        self.completion = completion
        hasEnded = true
    }

    /// Delivers the next value or the end, after earlier ones that are still being delivered.
    ///
    /// - Parameter request: Receives the demand that the subscriber returns for a value.
    func release(_ request: (Subscribers.Demand) -> Void) {
        lock.lock()
        released += 1
        guard !isDelivering else { return lock.unlock() }
        isDelivering = true
        while released > 0, !isOver {
            released -= 1
            if let next = waiting.popFirst() {
                lock.unlock()
                let more = downstream.receive(next.value)
                if more > .none { request(more) }
                lock.lock()
            } else if hasEnded {
                deliverEnd()
            }
        }
        isDelivering = false
        lock.unlock()
    }

    /// Separate from the values, since the types that an end needs are looked up where the function
    /// begins.
    private func deliverEnd() {
        isOver = true
        lock.unlock()
        if let completion { downstream.receive(completion: completion) }
        lock.lock()
    }

    /// Drops the waiting values. Nothing further is delivered.
    func cancel() {
        // Releasing values may run other code, so they are released outside the lock.
        lock.lock()
        let dropped = waiting
        isOver = true
        waiting = ValueQueue()
        lock.unlock()
        withExtendedLifetime(dropped) {}
    }
}
#endif
