package import Foundation
import HTTPTypes

extension HTTPCache {
    /// Removes stored responses, or makes them stale, after the caller has returned. Calls that begin
    /// from now on read the store after that, so that none is served what is about to change.
    package func outdate(_ change: @escaping @Sendable (HTTPCache) async -> Void) {
        outdatings.withLock { outdatings in
            outdatings.count += 1
            let earlier = outdatings.last
            outdatings.last = Task {
                await earlier?.value
                await change(self)
                self.outdatings.withLock { outdatings in
                    outdatings.count -= 1
                    if outdatings.count == 0 { outdatings.last = nil }
                }
            }
        }
    }

    /// Whether stored responses are about to be removed or made stale.
    var isOutdating: Bool { outdatings.withLock { $0.count > 0 } }

    /// Waits until what began before has been removed or made stale.
    func waitForOutdating() async {
        await outdatings.withLock { $0.last }?.value
    }

    /// Prevents responses that were requested before now from being stored.
    ///
    /// - Parameter url: The address; `nil` for all addresses.
    package func refuseOlder(at url: String?) {
        noteRemoval(of: url)
    }

    /// Removes the stored responses from an address, for all callers, except those received after a
    /// date.
    package func removeOlder(at url: String, than date: Date) async {
        for entry in (try? await store.entries(withPrefix: url)) ?? []
        where entry.key.url == url && entry.response.responseTime <= date {
            // An entry that was replaced in the meantime stays.
            try? await store.remove(entry)
        }
    }

    /// Makes stored responses stale, for all callers, so that none is served before the server was
    /// asked.
    ///
    /// They stay in the store, so that they can be shown in the meantime, confirmed, and served
    /// without a connection.
    ///
    /// - Parameters:
    ///   - prefix: The beginning of the addresses.
    ///   - isPrefix: Whether longer addresses with this beginning are included.
    ///   - date: Responses received after this date stay as they are.
    package func makeStale(_ prefix: String, isPrefix: Bool, until date: Date) async {
        for entry in (try? await store.entries(withPrefix: prefix)) ?? []
        where (isPrefix || entry.key.url == prefix) && entry.response.responseTime <= date {
            var stale = entry
            stale.response.makeStale()
            // An entry that was replaced in the meantime doesn't change.
            try? await store.update(stale)
        }
    }
}

extension StoredResponse {
    /// Sets the lifetime of the response to zero.
    mutating func makeStale() {
        // `no-cache` would be simpler, but forbids serving the response when there is no connection (RFC 9111 §4.2.4).
        // `Expires` may stay, since `max-age` overrides it (RFC 9111 §5.3).
        let lifetimes = ["max-age", "immutable", "stale-while-revalidate"]
        let kept = FieldList.elements(of: headers.value(of: .cacheControl) ?? "").filter { element in
            !lifetimes.contains { element.lowercased().hasPrefix($0) }
        }
        headers[.cacheControl] = (kept + ["max-age=0"]).joined(separator: ", ")
    }
}
