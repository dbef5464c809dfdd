/// The notes on lists without results: what was searched for, and what to try.
enum NoResults {
    /// The note on a search: "No movie matches “xyz”. Try fewer words, or without --year."
    ///
    /// - Parameters:
    ///   - nothing: What was not found, such as "No movie".
    ///   - query: The text of the search; `nil` for a list that options alone narrow.
    ///   - page: The page of the list; beyond the first one, a lower page is the way to results.
    ///   - advice: What to try with a text that matches nothing, without a full stop.
    ///   - options: The options that narrow the search as well, those that were given alone.
    static func note(
        _ nothing: String, matching query: String?, page: Int = 1, advice: String, options: [String?] = []
    ) -> String {
        let text = query.map { "\(nothing) matches “\(TerminalText.field($0))”" }
        if page > 1 { return "\(text ?? nothing) on page \(page). Try a lower --page." }
        let options = options.compactMap { $0 }.joined(separator: " or ")
        guard let text else { return "\(nothing) was found.\(options.isEmpty ? "" : " Try another \(options).")" }
        return "\(text). \(advice)\(options.isEmpty ? "" : ", or without \(options)")."
    }
}
