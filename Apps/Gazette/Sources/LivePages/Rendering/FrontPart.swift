/// A part of the front page that a visitor can place, or leave out.
package enum FrontPart: String, CaseIterable, Sendable {
    case headlines, stories, feeds, categories, movies, meal

    /// The title that users see.
    package var title: String {
        switch self {
        case .headlines: "Headlines"
        case .stories: "Hacker News"
        case .feeds: "Your feeds"
        case .categories: "News by category"
        case .movies: "Movies in cinemas"
        case .meal: "Meal of the day"
        }
    }
}

extension [FrontPart] {
    /// The text of a cookie: the names in their order.
    package var text: String { isEmpty ? "none" : map(\.rawValue).joined(separator: ".") }

    /// Parses the text of a cookie. Unknown and repeated names are left out; without a text, all parts are included.
    init(text: String?) {
        guard let text else {
            self = FrontPart.allCases
            return
        }
        var parts: [FrontPart] = []
        for part in text.split(separator: ".").compactMap({ FrontPart(rawValue: String($0)) })
        where !parts.contains(part) { parts.append(part) }
        self = parts
    }

    /// Parses the settings form: the selected parts, ordered by their places; `nil` if the form has no places.
    init?(form: [String: String]) {
        let places = FrontPart.allCases.map { part in
            (part: part, place: form["place-\(part.rawValue)"].flatMap { Int($0) })
        }
        guard places.contains(where: { $0.place != nil }) else { return nil }
        self = places.filter { form["show-\($0.part.rawValue)"] == "on" }
            .enumerated().sorted { ($0.element.place ?? 99, $0.offset) < ($1.element.place ?? 99, $1.offset) }
            .map(\.element.part)
    }
}
