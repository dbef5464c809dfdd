import Foundation
import FreshetResources

/// The pages of the inspector. They work without a script, which only makes them live.
struct InspectorPage: Sendable {
    let token: String
    let network: NetworkConditions.Settings

    /// The most calls of a page: the last ones. The script shows all.
    static let callLimit = 500

    // MARK: - Pages

    func calls(_ changes: CallLog.Changes) -> String {
        let calls = changes.calls.suffix(Self.callLimit).reversed()
        let older = changes.removed + changes.calls.count - calls.count
        let count = "\(calls.count) calls" + (older > 0 ? ", \(older) older ones are not shown" : "")
        return page(
            "Calls",
            """
            \(bar(page: "calls"))
            <main>
            <h1>Calls</h1>
            <p class="tools" id="tools" hidden>
            <label>Filter <input id="filter" type="search" placeholder="path, status or client" autocomplete="off"></label>
            <button type="button" id="pause" aria-pressed="false">Pause</button>
            <span class="hint">j and k select a call, Enter opens it, / filters, p pauses</span>
            </p>
            <p id="state" role="status" data-version="\(changes.version)">\(count)</p>
            <div class="scroll" tabindex="0" role="region" aria-label="Table of calls">
            <table id="calls">
            <thead><tr><th scope="col">Call</th><th scope="col">Client</th><th scope="col">Method</th>\
            <th scope="col">Path</th><th scope="col">Status</th><th scope="col">Source</th>\
            <th scope="col" class="number">Duration</th><th scope="col" class="number">Size</th></tr></thead>
            <tbody>\(calls.map(row))</tbody>
            </table>
            </div>
            <p><a href="calls.har">All exchanges as HAR</a></p>
            </main>
            """)
    }

    func call(_ details: CallDetails) -> String {
        let call = details.call
        return page(
            "Call \(call.id)", up: "../",
            """
            \(bar(page: "call"))
            <main>
            <h1><span class="method">\(call.method)</span> \(call.template)</h1>
            <p class="address">\(call.url)</p>
            <dl class="facts">
            \(fact("Client", call.client))\(fact("Status", call.status.map { "\($0)" } ?? "–"))\
            \(fact("End", call.end?.rawValue ?? "running"))\(fact("Source", call.source.rawValue))\
            \(fact("Duration", Figures.text(seconds: call.duration)))\(fact("Attempts", "\(call.attempts)"))\
            \(call.leader.map(leader))\
            \(call.failure.map { fact("Error", $0) })
            </dl>
            <h2>Steps</h2>
            <ol class="steps">\(details.steps.map { step($0, of: call.duration ?? details.steps.last?.offset ?? 0) })</ol>
            \(details.exchanges.map(exchange))
            <p><a href="\(call.id).har">This call as HAR</a> · <a href="\(call.id).json">as JSON</a></p>
            </main>
            """)
    }

    func resources(_ clients: [ClientResources]) -> String {
        page(
            "Resources",
            """
            \(bar(page: "resources"))
            <main>
            <h1>Resources</h1>
            \(clients.isEmpty ? HTML("<p>No client is watched: <code>inspector.watch(client, named: …)</code>.</p>") : nil)
            \(clients.map(section))
            </main>
            """)
    }

    var missing: String {
        page("No such call", up: "../", "<main><h1>No such call</h1><p>It was removed for want of room.</p></main>")
    }

    // MARK: - Parts

    private func page(_ title: String, up: String = "", _ content: HTML) -> String {
        HTML(
            """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(title) – Freshet</title>
            <link rel="stylesheet" href="\(up)page.css">
            <link rel="icon" href="data:,">
            <script src="\(up)page.js" defer></script>
            </head>
            <body>
            \(content)
            </body>
            </html>
            """
        ).text
    }

    private func bar(page: String) -> HTML {
        let up = page == "call" ? "../" : ""
        return """
            <header>
            <nav aria-label="Pages"><a href="\(up)./"\(current(page == "calls"))>Calls</a> \
            <a href="\(up)resources"\(current(page == "resources"))>Resources</a></nav>
            \(warning)
            <details>
            <summary>Network and caches</summary>
            <form method="post" action="\(up)actions">
            <input type="hidden" name="token" value="\(token)"><input type="hidden" name="page" value="\(page)">
            <label><input type="checkbox" name="offline"\(network.isOffline ? HTML(" checked") : nil)> Offline</label>
            <label>Latency in ms <input name="latency" inputmode="numeric" size="6" \
            value="\(Figures.milliseconds(network.latency))"></label>
            <label>Bytes a second <input name="rate" inputmode="numeric" size="8" \
            value="\(network.bytesPerSecond.map { "\($0)" } ?? "")"></label>
            <label>Fail each n-th <input name="each" inputmode="numeric" size="4" \
            value="\(network.failsEach.map { "\($0)" } ?? "")"></label>
            <button name="action" value="network">Apply</button>
            <button name="action" value="invalidate">Invalidate resources</button>
            <button name="action" value="refetch">Refetch resources</button>
            <button name="action" value="clear">Clear caches</button>
            <button name="action" value="remove">Remove all calls</button>
            </form>
            <p class="hint">Changes of the network end 10 seconds after this page is closed.</p>
            </details>
            </header>
            """
    }

    private func current(_ isCurrent: Bool) -> HTML { isCurrent ? " aria-current=\"page\"" : "" }

    private var warning: HTML {
        network == .init() ? "" : "<p class=\"warning\" role=\"status\">The network is changed.</p>"
    }

    private func row(_ call: LoggedCall) -> HTML {
        """
        <tr data-id="\(call.id)" class="\(call.end?.rawValue ?? "running")"><td><a href="calls/\(call.id)">\(call.id)</a></td>\
        <td>\(call.client)</td><td>\(call.method)</td><td class="path">\(call.template)</td>\
        <td>\(call.status.map { "\($0)" } ?? (call.end == nil ? "…" : "–"))</td><td>\(call.source.rawValue)</td>\
        <td class="number">\(Figures.text(seconds: call.duration))</td>\
        <td class="number">\(Figures.text(bytes: call.bytes))</td></tr>
        """
    }

    private func fact(_ name: String, _ value: String) -> HTML { "<dt>\(name)</dt><dd>\(value)</dd>" }

    private func step(_ step: LoggedStep, of duration: Double) -> HTML {
        let share = duration > 0 ? min(100, step.offset / duration * 100) : 0
        return """
            <li><span class="number">\(Figures.text(seconds: step.offset))</span>\
            <progress max="100" value="\(share.rounded())" aria-hidden="true"></progress>\
            <strong>\(step.name)</strong> \(step.detail ?? "")\
            \(step.rule.map(rule))</li>
            """
    }

    private func exchange(_ exchange: CallDetails.Exchange) -> HTML {
        let parts: [(String, Double?)] = [
            ("blocked", exchange.blocked), ("connecting", exchange.connect), ("until the head", exchange.wait),
            ("in all", exchange.duration),
        ]
        return """
            <section>
            <h2>Request \(exchange.number.map { "\($0)" } ?? "")\(exchange.cause.map(cause))</h2>
            <p class="address"><span class="method">\(exchange.method)</span> \(exchange.url)</p>
            <dl class="facts">\(parts.compactMap { name, value in value.map { fact(name, Figures.text(seconds: $0)) } })\
            \(exchange.status.map { fact("status", "\($0)") })\(exchange.failure.map { fact("error", $0) })</dl>
            \(message("Sent", exchange.request))
            \(exchange.response.map { message("Received", $0) })
            <details><summary>As a command</summary><pre tabindex="0">\(exchange.curl)</pre></details>
            </section>
            """
    }

    private func message(_ title: String, _ message: CallDetails.Message) -> HTML {
        """
        <details\(title == "Received" ? HTML(" open") : nil)><summary>\(title): \(message.fields.count) fields, \
        \(Figures.text(bytes: message.size))\(message.isCut ? ", of which the beginning" : "")</summary>
        <table class="fields"><tbody>\(message.fields.map(row))</tbody></table>
        \(message.text.map(text))\(message.picture.map { picture($0, of: message.type ?? "") })
        </details>
        """
    }

    private func section(_ client: ClientResources) -> HTML {
        """
        <h2>\(client.client)</h2>
        <div class="scroll" tabindex="0" role="region" aria-label="Resources of \(client.client)"><table>
        <thead><tr><th scope="col">Address</th><th scope="col">Activity</th><th scope="col">Value</th>\
        <th scope="col" class="number">Observers</th><th scope="col" class="number">Pending</th>\
        <th scope="col">Error</th></tr></thead>
        <tbody>\(client.resources.map(row))</tbody></table></div>
        """
    }

    private func row(_ resource: ResourceSummary) -> HTML {
        let freshness = resource.date == nil ? "none" : resource.isStale ? "stale" : "fresh"
        let value = [freshness, resource.origin].compactMap(\.self).joined(separator: ", ")
        return """
            <tr><td class="path">\(resource.url)</td><td>\(resource.activity)</td><td>\(value)</td>\
            <td class="number">\(resource.observers)</td><td class="number">\(resource.pendingChanges)</td>\
            <td>\(resource.error ?? "")</td></tr>
            """
    }

    private func row(_ field: CallDetails.Field) -> HTML {
        "<tr><th scope=\"row\">\(field.name)</th><td>\(field.value)</td></tr>"
    }

    private func text(_ text: String) -> HTML {
        text.isEmpty ? "" : "<pre tabindex=\"0\">\(text)</pre>"
    }

    private func picture(_ data: String, of type: String) -> HTML {
        "<img alt=\"The picture of the body\" src=\"data:\(type);base64,\(data)\">"
    }

    private func leader(_ call: UInt64) -> HTML {
        "<dt>Shares the request of</dt><dd><a href=\"\(call)\">call \(call)</a></dd>"
    }

    private func rule(_ rule: String) -> HTML { " <span class=\"rule\">\(rule)</span>" }

    private func cause(_ cause: String) -> HTML { ", \(cause)" }
}
