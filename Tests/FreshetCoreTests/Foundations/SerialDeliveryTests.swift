import Dispatch
import FreshetCore
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SerialDeliveryTests {
    /// Numbers that wait for their delivery.
    private typealias Numbers = SerialDelivery<[Int]>

    private static func next(_ numbers: inout [Int]) -> Int? { numbers.isEmpty ? nil : numbers.removeFirst() }

    @Test func itemsAreDeliveredInTheirOrder() {
        let numbers = Numbers([1, 2])
        var seen: [Int] = []
        numbers.withLock { $0.append(3) }
        #expect(seen == [])
        numbers.deliver(Self.next) { seen.append($0) }
        #expect(seen == [1, 2, 3])
        numbers.deliver(Self.next) { seen.append($0) }
        #expect(seen == [1, 2, 3])
    }

    @Test func anItemThatIsNotDueIsDeliveredAfterALaterChange() {
        let state = SerialDelivery((numbers: [1, 2], demand: 1))
        func next(_ state: inout (numbers: [Int], demand: Int)) -> Int? {
            guard state.demand > 0, !state.numbers.isEmpty else { return nil }
            state.demand -= 1
            return state.numbers.removeFirst()
        }
        var seen: [Int] = []
        state.deliver(next) { seen.append($0) }
        #expect(seen == [1])
        state.withLock { $0.demand += 1 }
        state.deliver(next) { seen.append($0) }
        #expect(seen == [1, 2])
    }

    @Test func aChangeByTheReceiverIsDeliveredAfterItReturns() {
        let numbers = Numbers([1])
        var steps: [String] = []
        func receive(_ number: Int) {
            steps.append("begin \(number)")
            if number < 4 {
                numbers.withLock { $0 += [number + 1] }
                numbers.deliver(Self.next, to: receive)
            }
            steps.append("end \(number)")
        }
        numbers.deliver(Self.next, to: receive)
        #expect(steps == (1...4).flatMap { ["begin \($0)", "end \($0)"] })
    }

    @Test func aReceiverThatAlwaysSendsMoreNeedsNoDeeperStack() {
        let numbers = Numbers([1])
        var last = 0
        func receive(_ number: Int) {
            last = number
            guard number < 100_000 else { return }
            numbers.withLock { $0.append(number + 1) }
            numbers.deliver(Self.next, to: receive)
        }
        numbers.deliver(Self.next, to: receive)
        #expect(last == 100_000)
    }

    @Test func aChangeByAnotherThreadIsLeftToTheOneThatDelivers() {
        let numbers = Numbers([1])
        let seen = Lock<[Int]>([])
        let (entered, hold, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchGroup())
        DispatchQueue(label: "delivery").async(group: done) {
            numbers.deliver(Self.next) { number in
                seen.withLock { $0.append(number) }
                if number == 1 {
                    entered.signal()
                    hold.wait()
                }
            }
        }
        entered.wait()
        // The receiver runs, so the lock is free and nothing is delivered here.
        numbers.withLock { $0 += [2, 3] }
        numbers.deliver(Self.next) { _ in Issue.record("A second thread delivers.") }
        #expect(seen.withLock { $0 } == [1])
        hold.signal()
        done.wait()
        #expect(seen.withLock { $0 } == [1, 2, 3])
    }

    @Test func manyThreadsDeliverEveryItemOnceAndOneAtATime() async {
        struct Item: Equatable {
            let task: Int
            let number: Int
        }
        let (tasks, count) = (8, 2_000)
        let items = SerialDelivery<[Item]>([])
        let seen = Lock<[Item]>([])
        let counts = Lock((running: 0, overlaps: 0))
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<tasks {
                group.addTask {
                    for number in 0..<count {
                        items.withLock { $0.append(Item(task: task, number: number)) }
                        items.deliver {
                            $0.isEmpty ? nil : $0.removeFirst()
                        } to: { item in
                            counts.withLock { counts in
                                counts.running += 1
                                if counts.running > 1 { counts.overlaps += 1 }
                            }
                            seen.withLock { $0.append(item) }
                            counts.withLock { $0.running -= 1 }
                        }
                    }
                }
            }
        }
        #expect(counts.withLock { $0.overlaps } == 0)
        let delivered = seen.withLock { $0 }
        #expect(delivered.count == tasks * count)
        for task in 0..<tasks {
            #expect(delivered.filter { $0.task == task }.map(\.number) == Array(0..<count))
        }
    }

    @Test func copiesShareOneState() {
        let numbers = Numbers([])
        let copy = numbers
        copy.withLock { $0.append(1) }
        var seen: [Int] = []
        numbers.deliver(Self.next) { seen.append($0) }
        #expect(seen == [1])
        #expect(copy.withLock { $0.isEmpty })
    }
}
