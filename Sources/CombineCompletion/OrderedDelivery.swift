#if !canImport(Combine)
import CombineOrOpenCombine
import Foundation

/// The values and the end of a publisher on their way to a subscriber: in their order, one at a time, without a lock
/// held, whatever threads release them.
///
/// Its state is properties, and not a value in a `Guarded`: copying generic values takes `receive(on:)` three times as
/// long.
final class OrderedDelivery<Downstream: Subscriber> {
    private let lock = NSLock()
    private var subscriber: Downstream?
    private var waiting = ValueQueue<Downstream.Input>()
    private var completion: Subscribers.Completion<Downstream.Failure>?
    /// How many of those that wait may be delivered.
    private var released = 0
    private var isDelivering = false

    init(_ downstream: Downstream) {
        subscriber = downstream
    }

    /// The subscriber; `nil` after the end and after a cancel.
    var downstream: Downstream? { lock.withLock { subscriber } }

    func append(_ value: Downstream.Input) {
        lock.lock()
        defer { lock.unlock() }
        if subscriber != nil { waiting.append(value) }
    }

    func append(_ completion: Subscribers.Completion<Downstream.Failure>) {
        lock.lock()
        defer { lock.unlock() }
        self.completion = completion
    }

    /// Delivers the next value or the end, after those that were released before and are still being delivered.
    ///
    /// - Parameter request: Receives the demand that the subscriber returns for a value.
    func release(_ request: (Subscribers.Demand) -> Void) {
        lock.lock()
        released += 1
        guard !isDelivering else { return lock.unlock() }
        isDelivering = true
        while released > 0, let downstream = subscriber {
            released -= 1
            if let value = waiting.popFirst() {
                lock.unlock()
                let more = downstream.receive(value)
                if more > .none { request(more) }
            } else if let completion {
                subscriber = nil
                lock.unlock()
                downstream.receive(completion: completion)
            } else {
                continue
            }
            lock.lock()
        }
        isDelivering = false
        lock.unlock()
    }

    /// Drops what waits. Nothing further is delivered.
    func cancel() {
        // Releasing values may run other code, so they are released outside of the lock.
        lock.lock()
        let (released, values) = (subscriber, waiting)
        subscriber = nil
        waiting = ValueQueue()
        lock.unlock()
        withExtendedLifetime((released, values)) {}
    }
}
#endif
