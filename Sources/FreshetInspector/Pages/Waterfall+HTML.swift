extension Waterfall {
    /// The rows as items of a list, with bars to scale and their texts.
    ///
    /// The bars are an SVG for each row. Each part has the class `phase-` with its phase, also in the texts, and `open`
    /// while it lasts; a style sheet of the page gives them colours. The texts have all that the bars show.
    ///
    /// - Parameters:
    ///   - offset: The seconds from the start of the scale to that of the call.
    ///   - scale: The seconds of the scale; `nil` for the duration of the call.
    public func html(after offset: Double = 0, scale: Double? = nil) -> String {
        html(after: offset, scale ?? duration).map(\.text).joined(separator: "\n")
    }

    func html(after offset: Double, _ scale: Double) -> [HTML] {
        rows.map { row in
            let start = row.parts.first.map { $0.start + offset } ?? offset
            let bars = row.parts.map { bar($0, after: offset, scale) }
            return """
                <li><p class="row"><strong>\(row.title)</strong> \(row.cause ?? "") \
                <span class="hint">from \(Figures.text(seconds: start))</span></p>
                <svg viewBox="0 0 10000 12" preserveAspectRatio="none" aria-hidden="true">\(bars)</svg>
                <p class="phases">\(row.parts.map(text))</p></li>
                """
        }
    }

    private func bar(_ part: Part, after offset: Double, _ scale: Double) -> HTML {
        /// In ten-thousandths of the scale.
        func position(_ seconds: Double) -> Int {
            let position = ((seconds + offset) / scale * 10_000).rounded()
            return scale > 0 ? Int(exactly: min(10_000, max(0, position))) ?? 0 : 0
        }
        let start = min(position(part.start), 9_980)
        let width = max(20, (part.end.map(position) ?? 10_000) - start)
        return "<rect class=\"\(names(part))\" x=\"\(start)\" y=\"0\" width=\"\(width)\" height=\"12\"/>"
    }

    private func text(_ part: Part) -> HTML {
        let duration = part.end.map { Figures.text(seconds: $0 - part.start) } ?? "…"
        return "<span class=\"\(names(part))\">\(part.phase.text) \(duration)</span> "
    }

    private func names(_ part: Part) -> String { "phase-\(part.phase.rawValue)" + (part.end == nil ? " open" : "") }
}
