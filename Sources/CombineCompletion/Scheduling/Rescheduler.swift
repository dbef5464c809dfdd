#if !canImport(Combine)
import CombineOrOpenCombine

/// The subscription whose values a scheduler delivers.
final class Rescheduler<Downstream: Subscriber>: Subscriber, Subscription {
    private let delivery: OrderedDelivery<Downstream>
    private let schedule: (@escaping () -> Void) -> Void
    private let upstream = Guarded<(any Subscription)?>(nil)

    init(_ downstream: Downstream, schedule: @escaping (@escaping () -> Void) -> Void) {
        delivery = OrderedDelivery(downstream)
        self.schedule = schedule
    }

    func receive(subscription: any Subscription) {
        upstream.withLock { $0 = subscription }
        delivery.downstream.receive(subscription: self)
    }

    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        delivery.append(input)
        schedule(release)
        return .none
    }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        upstream.withLock { $0 = nil }
        delivery.append(completion)
        schedule(release)
    }

    private func release() { delivery.release(request) }

    func request(_ demand: Subscribers.Demand) {
        upstream.withLock(\.self)?.request(demand)
    }

    func cancel() {
        delivery.cancel()
        upstream.withLock { $0.take() }?.cancel()
    }
}
#endif
