import Foundation

/// The inspector's pages. They work without the script, which only keeps them up to date.
struct InspectorPage: Sendable {
    let token: String
    let network: NetworkConditions.Settings

    /// The maximum number of calls on a page, which are the latest ones. The script shows all.
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

    var missing: String {
        page("No such call", up: "../", "<main><h1>No such call</h1><p>It was removed to make room.</p></main>")
    }

    // MARK: - Parts

    func page(_ title: String, up: String = "", _ content: HTML) -> String {
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
            <link rel="icon" href="\(up)icon.svg">
            <script src="\(up)page.js" defer></script>
            </head>
            <body>
            \(content)
            </body>
            </html>
            """
        ).text
    }

    func bar(page: String) -> HTML {
        let up = page.hasPrefix("calls/") ? "../" : ""
        return """
            <header>
            <nav aria-label="Pages"><a href="\(up)./"\(current(page == "calls"))>Calls</a> \
            <a href="\(up)resources"\(current(page == "resources"))>Resources</a> \
            <a href="\(up)state"\(current(page == "state"))>State</a></nav>
            \(warning)
            <details>
            <summary>Network and caches</summary>
            <form method="post" action="\(up)actions">
            <input type="hidden" name="token" value="\(token)"><input type="hidden" name="page" value="\(page)">
            <label><input type="checkbox" name="offline"\(network.isOffline ? HTML(" checked") : nil)> Offline</label>
            <label>Latency in ms <input name="latency" inputmode="numeric" size="6" \
            value="\(Figures.milliseconds(network.latency))"></label>
            <label>Bytes per second <input name="rate" inputmode="numeric" size="8" \
            value="\(network.bytesPerSecond.map { "\($0)" } ?? "")"></label>
            <label>Fail every nth request <input name="each" inputmode="numeric" size="4" \
            value="\(network.failsEach.map { "\($0)" } ?? "")"></label>
            <button name="action" value="network">Apply</button>
            <button name="action" value="invalidate">Invalidate resources</button>
            <button name="action" value="refetch">Refetch resources</button>
            <button name="action" value="clear">Clear caches</button>
            <button name="action" value="remove">Remove all calls</button>
            </form>
            <p class="hint">Network changes end 10 seconds after this page is closed.</p>
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
        <td>\(call.client)</td><td>\(call.method)</td>\
        <td class="path">\(call.template)\(query(of: call))</td>\
        <td>\(call.status.map { "\($0)" } ?? (call.end == nil ? "…" : "–"))</td><td>\(call.source.rawValue)</td>\
        <td class="number">\(Figures.text(seconds: call.duration))</td>\
        <td class="number">\(Figures.text(bytes: call.bytes))</td></tr>
        """
    }

    /// The query, which tells the calls of one template apart; its beginning, if it is long.
    private func query(of call: LoggedCall) -> HTML? {
        let query = call.query
        guard !query.isEmpty else { return nil }
        let text = query.utf8.count > 200 ? "\(query.prefix(200))…" : "\(query)"
        return "<span class=\"query\">\(text)</span>"
    }
}
