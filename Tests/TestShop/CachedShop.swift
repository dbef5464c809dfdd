package import Foundation
package import FreshetCore
package import FreshetTesting
package import HTTPTypes

/// The moment at which a manual clock begins: Thu, 01 Jan 2026 00:00:00 GMT.
package let made = Date(timeIntervalSince1970: 1_767_225_600)

/// A shop whose client has a cache, on a clock that is moved by hand.
package struct CachedShop {
    package let clock = ManualClock()
    package let cache: HTTPCache
    package let client: Client<Shop>
    package let stub: StubTransport
    package let recorder = EventRecorder()

    package init(
        _ shop: Shop = Shop(),
        store: any CacheStore = MemoryCacheStore(),
        rules: CacheRules = CacheRules(),
        observers: [any FetchObserver] = [],
        response: @escaping @Sendable (TransportRequest) async throws(FetchError) -> StubTransport.Response
    ) {
        cache = HTTPCache(store: store, rules: rules)
        (client, stub) = Shop.client(
            shop, cache: cache, observers: observers + [recorder], time: clock.time, response: response)
    }

    /// What the cache did so far, in words.
    package var steps: [String] {
        recorder.events.compactMap { if case .cache(let step) = $0.step { step.description } else { nil } }
    }

    /// How many requests reached the transport.
    package var sent: Int { stub.requests.count }
}

/// Responses with a body that counts the responses: `{"name":"tea","price":1}`, then 2, and so on.
package final class Counter: Sendable {
    private let count = Lock(0)

    package init() {}

    package var next: Int {
        count.withLock { count in
            count += 1
            return count
        }
    }

    package func item(_ control: String?, _ fields: HTTPFields = [:], status: Int = 200) -> StubTransport.Response {
        var fields = fields
        fields[.cacheControl] = control
        fields[.contentType] = "application/json"
        let body = Data(#"{"name":"tea","price":\#(next)}"#.utf8)
        return StubTransport.Response(status: status, headers: fields, chunks: [body])
    }
}

/// Opens a gate when a step comes.
package struct Opening: FetchObserver {
    package let gate: Gate
    package let isAwaited: @Sendable (FetchEvent) -> Bool

    package init(gate: Gate, isAwaited: @escaping @Sendable (FetchEvent) -> Bool) {
        self.gate = gate
        self.isAwaited = isAwaited
    }

    package func observe(_ event: FetchEvent) {
        if isAwaited(event) { gate.open() }
    }
}
