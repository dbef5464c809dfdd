import ArgumentParser
import NewsAPI

/// Checks the options of news commands, so that no request is sent with a value that the service does not know.
enum NewsValues {
    static let categories = NewsAPI.Category.all.map(\.rawValue)
    static let countries = NewsAPI.Country.all.map(\.rawValue)
    static let languages = NewsAPI.Language.all.map(\.rawValue)

    static func check(category: String? = nil, country: String? = nil, language: String? = nil) throws {
        try check(category, among: categories, "category")
        try check(country, among: countries, "country")
        try check(language, among: languages, "language")
    }

    /// Checks that a text is a day or a time.
    static func check(date: String?, _ option: String) throws {
        guard let date else { return }
        let form = #/\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?/#
        guard date.wholeMatch(of: form) != nil else {
            throw ValidationError(
                "The value of \(option) must be a day or a time, such as 2026-11-01 or 2026-11-01T08:00:00.")
        }
    }

    private static func check(_ value: String?, among values: [String], _ noun: String) throws {
        guard let value, !values.contains(value) else { return }
        let list = values.joined(separator: ", ")
        throw ValidationError("NewsAPI.org has no \(noun) '\(value)'. The value of --\(noun) is one of: \(list).")
    }
}
