import Dispatch
import FreshetCombine
import FreshetTesting
import Testing

struct SenderTests {
    final class Receiver {
        var values: [Int] = []
    }

    @Test func valuesArriveOnTheSchedulerInTheirOrder() async {
        let clock = ManualClock()
        let receiver = Receiver()
        let send = clock.scheduler.sender(to: receiver) { (receiver, value: Int) in receiver.values.append(value) }
        await Task.detached {
            send(1)
            send(2)
        }.value
        #expect(receiver.values.isEmpty)
        clock.advance()
        #expect(receiver.values == [1, 2])
    }

    @Test func aReceiverIsNotRetained() {
        let clock = ManualClock()
        weak var released: Receiver?
        do {
            let receiver = Receiver()
            released = receiver
            clock.scheduler.sender(to: receiver) { (receiver, value: Int) in receiver.values.append(value) }(1)
        }
        #expect(released == nil)
        clock.advance()
        #expect(clock.actionCount == 0)
    }
}
