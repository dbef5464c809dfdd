import FreshetCore
import FreshetTesting
import Testing

/// A value that one task waits for, and that it may stop waiting for.
@Suite(.timeLimit(.minutes(1)))
struct PendingTests {
    private let pending = Pending<Int>()

    @Test func theFirstValueCounts() async {
        #expect(pending.resolve(1))
        #expect(!pending.resolve(2))
        #expect(await pending.value {} == 1)
    }

    @Test func aTaskWaitsForTheValue() async {
        let isWaiting = Gate()
        let task = Task { [pending] in
            isWaiting.open()
            return await pending.value {}
        }
        await isWaiting.wait()
        #expect(pending.resolve(1))
        #expect(await task.value == 1)
    }

    @Test func aCancelledTaskGetsTheValueForWhichItStopsWaiting() async {
        let isWaiting = Gate()
        let task = Task { [pending] in
            isWaiting.open()
            return await pending.value { pending.resolve(0) }
        }
        await isWaiting.wait()
        task.cancel()
        #expect(await task.value == 0)
        #expect(!pending.resolve(1))
    }

    @Test func aValueThatCameBeforeTheCancellationCounts() async {
        pending.resolve(1)
        let task = Task { [pending] in await pending.value { pending.resolve(0) } }
        task.cancel()
        #expect(await task.value == 1)
    }

    @Test func aMissingValueIsAValue() async {
        let optional = Pending<Int?>()
        #expect(optional.resolve(nil))
        #expect(await optional.value {} == nil)
        #expect(!optional.resolve(1))
    }
}
