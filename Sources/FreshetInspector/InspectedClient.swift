import FreshetCore
import FreshetResources

/// A client that the page shows and can change.
struct InspectedClient: Sendable {
    let name: String
    let resources: @Sendable () -> [ResourceSummary]
    let parts: @Sendable () async -> [InspectedPart]
    let clear: @Sendable () async -> Void
    let invalidate: @Sendable () -> Void
    let refetch: @Sendable () async -> Void

    init<API>(_ client: Client<API>, _ name: String) {
        self.name = name
        resources = { client.resources.summaries }
        parts = { await client.inspectedParts }
        clear = { try? await client.configuration.cache?.removeAll() }
        invalidate = { client.resources.invalidate(.all) }
        refetch = { await client.resources.refetch(.all) }
    }
}
