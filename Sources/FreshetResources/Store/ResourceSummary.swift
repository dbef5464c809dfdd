package import Foundation
import FreshetCore

/// The state of a resource without its value, for developers.
package struct ResourceSummary: Sendable, Codable, Hashable {
    /// The address with the values of secret items replaced.
    package let url: String
    package let tags: [String]
    package let observers: Int
    package let activity: String
    package let origin: String?
    package let isStale: Bool
    /// When the server made or confirmed the value.
    package let date: Date?
    package let pendingChanges: Int
    package let pendingWrites: [String]
    /// The code of the last failure.
    package let error: String?
}

extension Resources {
    /// The resources in memory, in the order of their addresses.
    package var summaries: [ResourceSummary] {
        client.resourceStore.entries().map(\.summary).sorted { $0.url < $1.url }
    }
}

extension ResourceEntry {
    var summary: ResourceSummary {
        let (facts, observers) = guarded.withLock { ($0.machine.facts, $0.observers.count) }
        return ResourceSummary(
            url: key.address.identity.url, tags: store.tags(of: self).map { "\($0)" }.sorted(), observers: observers,
            activity: "\(facts.activity)", origin: facts.origin.map { "\($0)" },
            isStale: facts.isStale(.asTheServerSays, at: store.time.date()), date: facts.date,
            pendingChanges: facts.pendingChanges, pendingWrites: facts.pendingWrites.map(\.description),
            error: facts.error?.code)
    }
}
