import Testing

@testable import FreshetCore

struct CallCancellationTests {
    @Test func aHandlerRunsWhenTheCallHasToStop() {
        let cancellation = CallCancellation()
        let reasons = Lock<[FetchError.Kind]>([])
        cancellation.add { reason in reasons.withLock { $0.append(reason.kind) } }
        #expect(reasons.withLock(\.isEmpty))
        cancellation.cancel(FetchError(.timedOut(.call(.seconds(1)))))
        cancellation.cancel(.cancelled)
        #expect(reasons.withLock { $0 } == [.timedOut(.call(.seconds(1)))])
    }

    /// An interceptor may have begun to send in a task of its own, which comes to its handler after the end.
    @Test(arguments: [FetchError(.timedOut(.call(.seconds(1)))), nil])
    func aHandlerThatComesAfterTheEndRunsAtOnce(reason: FetchError?) {
        let cancellation = CallCancellation()
        let reasons = Lock<[FetchError.Kind]>([])
        if let reason { cancellation.cancel(reason) }
        _ = cancellation.end()
        cancellation.add { reason in reasons.withLock { $0.append(reason.kind) } }
        #expect(reasons.withLock { $0 } == [(reason ?? .cancelled).kind])
    }
}
