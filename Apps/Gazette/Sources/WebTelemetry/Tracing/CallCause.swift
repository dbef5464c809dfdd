package import Dispatch
package import FreshetCombine
import Synchronization
import Tracing

/// The latest span that has caused work on a queue.
///
/// A task inherits the span of the task that creates it. Work that begins later on a queue has none, and gets it here.
package final class CallCause: Sendable {
    private let context = Mutex<ServiceContext?>(nil)

    package init() {}

    /// Notes that the present task causes what begins from now on.
    package func note() { context.withLock { $0 = ServiceContext.current } }

    /// Returns a scheduler whose actions run on a queue, in the context of the cause at that time.
    package func scheduler(on queue: DispatchQueue) -> AnyScheduler {
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
