extension Waterfall {
    /// The rows as list items, with bars to scale and texts that contain everything the bars show.
    var html: [HTML] {
        rows.map { row in
            let start = row.parts.first?.start ?? 0
            let bars = row.parts.map { bar($0) }
            return """
                <li><p class="row"><strong>\(row.title)</strong> \(row.cause ?? "") \
                <span class="hint">from \(Figures.text(seconds: start))</span></p>
                <svg viewBox="0 0 10000 12" preserveAspectRatio="none" aria-hidden="true">\(bars)</svg>
                <p class="phases">\(row.parts.map(text))</p></li>
                """
        }
    }

    private func bar(_ part: Part) -> HTML {
        /// Returns a position in ten-thousandths of the duration.
        func position(_ seconds: Double) -> Int {
            let position = (seconds / duration * 10_000).rounded()
            return duration > 0 ? Int(exactly: min(10_000, max(0, position))) ?? 0 : 0
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
