import FreshetCore
import FreshetResources

/// The pages for the clients' resources and states.
extension InspectorPage {
    // MARK: - Resources

    func resources(_ clients: [ClientResources]) -> String {
        page(
            "Resources",
            """
            \(bar(page: "resources"))
            <main>
            <h1>Resources</h1>
            \(clients.isEmpty ? unwatched : nil)
            \(clients.map(section))
            </main>
            """)
    }

    private var unwatched: HTML { "<p>No client is watched: <code>inspector.watch(client, named: …)</code>.</p>" }

    private func section(_ client: ClientResources) -> HTML {
        """
        <h2>\(client.client)</h2>
        <div class="scroll" tabindex="0" role="region" aria-label="Resources of \(client.client)"><table>
        <thead><tr><th scope="col">Address</th><th scope="col">Activity</th><th scope="col">Value</th>\
        <th scope="col" class="number">Observers</th><th scope="col">Pending</th>\
        <th scope="col">Error</th></tr></thead>
        <tbody>\(client.resources.map(row))</tbody></table></div>
        """
    }

    private func row(_ resource: ResourceSummary) -> HTML {
        let freshness = resource.date == nil ? "none" : resource.isStale ? "stale" : "fresh"
        let value = [freshness, resource.origin].compactMap(\.self).joined(separator: ", ")
        let pending = ["\(resource.pendingChanges)"] + resource.pendingWrites.map { "write \($0)" }
        return """
            <tr><td class="path">\(resource.url)</td><td>\(resource.activity)</td><td>\(value)</td>\
            <td class="number">\(resource.observers)</td><td>\(pending.joined(separator: ", "))</td>\
            <td>\(resource.error ?? "")</td></tr>
            """
    }

    // MARK: - States

    func states(_ states: [InspectedState]) -> String {
        page(
            "State",
            """
            \(bar(page: "state"))
            <main>
            <h1>State</h1>
            \(states.isEmpty ? unwatched : nil)
            \(states.map(section))
            </main>
            """)
    }

    private func section(_ state: InspectedState) -> HTML {
        "<section><h2>\(state.name)</h2><div class=\"parts\">\(state.parts.map(part))</div></section>"
    }

    private func part(_ part: InspectedPart) -> HTML {
        """
        <div><h3>\(part.title)</h3>
        <table class="fields"><tbody>\(part.facts.map(row))</tbody></table></div>
        """
    }

    private func row(_ fact: InspectedPart.Fact) -> HTML {
        "<tr><th scope=\"row\">\(fact.name)</th><td>\(fact.value)</td></tr>"
    }
}
