import Dispatch
import FreshetCombine
import Synchronization
import Tracing

/// The span that has caused what a page does: that of the request for it, or of its latest input.
///
/// View models begin their calls later, on the queue of the page, where no task carries the span on.
final class CallCause: Sendable {
    private let context = Mutex<ServiceContext?>(nil)

    /// Notes that the present task causes what begins from now on.
    func note() { context.withLock { $0 = ServiceContext.current } }

    /// Returns a scheduler whose actions run on a queue, in the context of the cause at that time.
    func scheduler(on queue: DispatchQueue) -> AnyScheduler {
        @Sendable func item(_ action: @escaping () -> Void) -> DispatchWorkItem {
            DispatchWorkItem { [self] in ServiceContext.withValue(context.withLock { $0 }, operation: action) }
        }
        return AnyScheduler(
            now: { AnyScheduler.Time(nanoseconds: Int(DispatchTime.now().uptimeNanoseconds)) },
            soon: { queue.async(execute: item($0)) },
            later: { interval, action in
                let item = item(action)
                queue.asyncAfter(deadline: .now() + .nanoseconds(interval.magnitude), execute: item)
                return { item.cancel() }
            })
    }
}
