import Foundation
import Testing

@testable import FreshetCore

struct LazyReferenceTests {
    private final class Item: Sendable {
        let onRelease: @Sendable () -> Void

        init(onRelease: @escaping @Sendable () -> Void = {}) {
            self.onRelease = onRelease
        }

        deinit { onRelease() }
    }

    /// A holder that threads can share.
    private final class Holder: Sendable {
        let item = LazyReference<Item>()
    }

    @Test func nothingIsThereBeforeItIsNeeded() {
        let reference = LazyReference<Item>()
        #expect(reference.present == nil)
        let item = reference.value { Item() }
        #expect(reference.present === item)
    }

    @Test func theObjectIsMadeOnce() {
        let reference = LazyReference<Item>()
        let first = reference.value { Item() }
        let second = reference.value {
            Issue.record("It is there already.")
            return Item()
        }
        #expect(first === second)
    }

    @Test func theObjectIsReleasedWithItsReference() {
        let released = Lock(0)
        do {
            let reference = LazyReference<Item>()
            _ = reference.value { Item { released.withLock { $0 += 1 } } }
            #expect(released.withLock { $0 } == 0)
        }
        #expect(released.withLock { $0 } == 1)
    }

    @Test func allThreadsGetOneObjectAndTheOthersAreReleased() {
        let (made, released) = (Lock(0), Lock(0))
        for _ in 0..<200 {
            let holder = Holder()
            let found = Lock<Set<ObjectIdentifier>>([])
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                let item = holder.item.value {
                    made.withLock { $0 += 1 }
                    return Item { released.withLock { $0 += 1 } }
                }
                found.withLock { _ = $0.insert(ObjectIdentifier(item)) }
            }
            #expect(found.withLock { $0.count } == 1)
        }
        #expect(made.withLock { $0 } == released.withLock { $0 })
    }
}
