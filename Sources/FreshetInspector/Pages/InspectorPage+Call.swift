/// The page for one call.
extension InspectorPage {
    func call(_ details: CallDetails) -> String {
        let call = details.call
        return page(
            "Call \(call.id)", up: "../",
            """
            \(bar(page: "calls/\(call.id)"))
            <main>
            <p><a href=".././">All calls</a></p>
            <h1><span class="method">\(call.method)</span> \(call.template)</h1>
            <p class="address">\(call.url)</p>
            <dl class="facts">
            \(fact("Client", call.client))\(fact("Status", call.status.map { "\($0)" } ?? "–"))\
            \(fact("End", call.end?.rawValue ?? "running"))\(fact("Source", call.source.rawValue))\
            \(fact("Duration", Figures.text(seconds: call.duration)))\(fact("Attempts", "\(call.attempts)"))\
            \(call.leader.map(leader))\
            \(call.failure.map { fact("Error", $0) })
            </dl>
            \(chain(details))
            \(waterfall(details.waterfall))
            <h2>Steps</h2>
            <ol class="steps">\(details.steps.map(step))</ol>
            \(details.exchanges.map(exchange))
            <p><a href="\(call.id).har">This call as HAR</a> · <a href="\(call.id).json">as JSON</a></p>
            </main>
            """)
    }

    private func fact(_ name: String, _ value: String) -> HTML { "<div><dt>\(name)</dt><dd>\(value)</dd></div>" }

    private func leader(_ call: UInt64) -> HTML {
        "<div><dt>Shares the request of</dt><dd><a href=\"\(call)\">call \(call)</a></dd></div>"
    }

    private func chain(_ details: CallDetails) -> HTML? {
        guard !details.redirects.isEmpty else { return nil }
        return """
            <h2>Redirects</h2>
            <ol class="chain"><li class="address">\(details.call.url)</li>\
            \(details.redirects.map { "<li class=\"address\"><strong>\($0.name)</strong> to \($0.url)</li>" as HTML })</ol>
            """
    }

    private func waterfall(_ waterfall: Waterfall) -> HTML? {
        guard !waterfall.rows.isEmpty else { return nil }
        return """
            <h2>Waterfall</h2>
            <ol class="waterfall">\(waterfall.html)</ol>
            """
    }

    private func step(_ step: LoggedStep) -> HTML {
        """
        <li><span class="number">\(Figures.text(seconds: step.offset))</span>\
        <strong>\(step.name)</strong> \(step.detail ?? "")\(step.rule.map(rule))</li>
        """
    }

    private func rule(_ rule: String) -> HTML { " <span class=\"rule\">\(rule)</span>" }

    private func exchange(_ exchange: CallDetails.Exchange) -> HTML {
        let parts: [(String, Double?)] = [("until the head", exchange.wait), ("in all", exchange.duration)]
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

    private func cause(_ cause: String) -> HTML { ", \(cause)" }

    private func message(_ title: String, _ message: CallDetails.Message) -> HTML {
        """
        <details\(title == "Received" ? HTML(" open") : nil)><summary>\(title): \(message.fields.count) fields, \
        \(Figures.text(bytes: message.size))\(message.isCut ? ", of which the beginning" : "")</summary>
        <table class="fields"><tbody>\(message.fields.map(row))</tbody></table>
        \(message.text.map(text))\(message.picture.map(picture))
        </details>
        """
    }

    private func row(_ field: CallDetails.Field) -> HTML {
        "<tr><th scope=\"row\">\(field.name)</th><td>\(field.value)</td></tr>"
    }

    private func text(_ text: String) -> HTML {
        text.isEmpty ? "" : HTML(folding: text) ?? "<pre tabindex=\"0\">\(text)</pre>"
    }

    private func picture(_ path: String) -> HTML {
        "<img alt=\"The picture of the body\" src=\"\(path)\" loading=\"lazy\">"
    }
}
