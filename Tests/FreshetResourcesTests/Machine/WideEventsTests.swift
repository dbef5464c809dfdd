import Foundation
import FreshetCore
import FreshetTesting
import Testing

@testable import FreshetResources

/// Events that concern several resources, which are told one after the other.
struct WideEventsTests {
    private let order = Lock<[String]>([])
    private let store = Client(Catalogue(account: nil), transport: StubTransport { _ in .text("") }, cache: nil)
        .resourceStore

    private func note(_ text: String) { order.withLock { $0.append(text) } }

    @Test func whoDecidesByAllResourcesWaitsUntilTheLastOneHasBeenTold() {
        store.tellAll {
            note("first")
            store.afterWideEvents { [order] in order.withLock { $0.append("decision") } }
            // An event that follows from it.
            store.tellAll { note("second") }
            note("third")
        }
        #expect(order.withLock { $0 } == ["first", "second", "third", "decision"])
    }

    @Test func withoutAnEventNobodyWaits() {
        store.tellAll {}
        store.afterWideEvents { [order] in order.withLock { $0.append("decision") } }
        note("later")
        #expect(order.withLock { $0 } == ["decision", "later"])
    }

    @Test func aDecisionMayCauseAnotherEvent() {
        store.tellAll {
            store.afterWideEvents { [order, store] in
                store.tellAll { order.withLock { $0.append("event") } }
                store.afterWideEvents { order.withLock { $0.append("decision") } }
            }
        }
        #expect(order.withLock { $0 } == ["event", "decision"])
    }
}
