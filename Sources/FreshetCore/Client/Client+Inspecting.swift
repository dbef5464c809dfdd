extension Client {
    /// The current states of the client's cache, requests, budgets and limits, and of the parts
    /// that describe themselves.
    package var inspectedParts: [InspectedPart] {
        get async {
            var parts = engine.inspectedParts
            if let cache { parts.insert(await cache.inspectedPart, at: 0) }
            let own: [any Sendable] =
                [configuration.transport] + configuration.plugins + configuration.callInterceptors
                + configuration.attemptInterceptors
            for part in own { if let part = part as? any Inspectable { parts.append(await part.inspectedPart) } }
            return parts
        }
    }
}

extension HTTPCache: Inspectable {
    /// The kind of store, how much is stored, and the counts since the cache was made.
    public var inspectedPart: InspectedPart {
        get async {
            let usage = try? await usage()
            let counts = statistics
            let medium = isOnDisk.map { $0 ? "on disk" : "in memory" }
            return InspectedPart(
                "Cache",
                [
                    ("store", medium ?? "of the app"),
                    ("responses", usage.map { "\($0.entries)" } ?? "the store failed"),
                    ("bytes", usage.map { "\($0.bytes)" }),
                    ("maximum bytes", synchronousStore.map { "\($0.byteLimit)" }),
                    ("hits", "\(counts.hits), of which \(counts.staleHits) stale"),
                    ("confirmed by the server", "\(counts.confirmations)"),
                    ("misses", "\(counts.misses)"), ("stored", "\(counts.stores)"),
                    ("failures of the store", "\(counts.storeFailures)"),
                ])
        }
    }
}

extension RoutingTransport: Inspectable {
    /// The state of the wrapped transport, which sends the requests.
    public var inspectedPart: InspectedPart {
        get async {
            if let base = base as? any Inspectable { return await base.inspectedPart }
            return InspectedPart("Transport", [("type", "\(type(of: base))")])
        }
    }
}

extension Engine {
    fileprivate var inspectedParts: [InspectedPart] {
        let requests = chain.sharing.summaries
        var parts = [
            InspectedPart(
                "In-flight requests",
                [("shared requests", "\(requests.count)")]
                    + requests.map { ($0.request, "call \($0.call), callers that wait: \($0.callers)") })
        ]
        if let budget = configuration.retry.budget {
            let reserve = budget.reserve.formatted
            parts.append(
                InspectedPart(
                    "Retry budget",
                    [("share of calls", "\(budget.share)"), ("maximum retries", reserve)]
                        + chain.budgets.summaries(budget).map { ($0.host, "\($0.retries.formatted) of \(reserve)") }))
        }
        if let limiter = chain.limiter {
            parts.append(InspectedPart("Rate limit", limiter.limit.facts + limiter.summaries))
        }
        return parts
    }
}

extension RateLimit {
    fileprivate var facts: [(name: String, value: String?)] {
        [
            ("requests per second", callsPerSecond?.formatted), ("burst", "\(burst)"),
            ("requests at once", callsAtOnce.map { "\($0)" }), ("maximum waiting", "\(waiters)"),
            ("follows the server", followsServer ? "yes" : "no"),
        ]
    }
}

extension Double {
    /// The number with one decimal, which is omitted if it is zero.
    fileprivate var formatted: String {
        let text = "\((self * 10).rounded() / 10)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
