import Foundation

/// The parameters of a request to the news service, checked.
struct NewsParameters {
    /// The maximum number of sources in a request.
    static let sourceLimit = 20
    /// The maximum number of results that the developer plan can reach by paging.
    static let resultLimit = 100
    /// The maximum number of characters of a search.
    static let queryLimit = 500

    static let categories = ["business", "entertainment", "general", "health", "science", "sports", "technology"]
    static let languages = ["ar", "de", "en", "es", "fr", "he", "it", "nl", "no", "pt", "ru", "sv", "ud", "zh"]
    static let countries = [
        "ae", "ar", "at", "au", "be", "bg", "br", "ca", "ch", "cn", "co", "cu", "cz", "de", "eg", "es", "fr", "gb",
        "gr",
        "hk", "hu", "id", "ie", "il", "in", "is", "it", "jp", "kr", "lt", "lv", "ma", "mx", "my", "ng", "nl", "no",
        "nz",
        "ph", "pk", "pl", "pt", "ro", "rs", "ru", "sa", "se", "sg", "si", "sk", "th", "tr", "tw", "ua", "us", "ve",
        "za",
        "zh",
    ]

    private let items: QueryItems

    init(_ items: QueryItems) {
        self.items = items
    }

    /// Returns the text to search for.
    func text(_ name: String) throws -> String? {
        guard let text = items[name], !text.allSatisfy(\.isWhitespace) else { return nil }
        guard text.count <= Self.queryLimit else {
            throw NewsError.parameterInvalid(
                "The \(name) param is too long. It can hold \(Self.queryLimit) characters, and yours has \(text.count)."
            )
        }
        return text
    }

    /// Returns the value of a parameter, which must be one of the listed options.
    func option(_ name: String, of options: [String]) throws -> String? {
        guard let value = items[name] else { return nil }
        guard options.contains(value) else {
            throw NewsError.parameterInvalid(
                "The \(name) param has the value \"\(value.prefix(40))\", which is not one of: \(options.joined(separator: ", "))."
            )
        }
        return value
    }

    /// Returns the values of a parameter that are separated by commas.
    func list(_ name: String) -> [String] {
        (items[name] ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    /// Returns the ids of sources, which all must be in the index.
    func sources(known: Set<String>) throws -> [String] {
        let ids = list("sources")
        guard ids.count <= Self.sourceLimit else { throw NewsError.sourcesTooMany(ids.count) }
        if let unknown = ids.first(where: { !known.contains($0) }) { throw NewsError.sourceDoesNotExist(unknown) }
        return ids
    }

    /// Returns the value of a parameter as a date: a day, or a date with a time.
    func date(_ name: String, endOfDay: Bool = false) throws -> Date? {
        guard let text = items[name] else { return nil }
        guard let date = ISODate.date(text, endOfDay: endOfDay) else {
            throw NewsError.parameterInvalid(
                "The \(name) param has the value \"\(text.prefix(40))\", which is not a date like 2024-11-22 or 2024-11-22T01:51:34."
            )
        }
        return date
    }

    /// Returns the requested page. Its limit is checked after everything else.
    func page(defaultSize: Int) throws -> (number: Int, size: Int) {
        let size = try number("pageSize") ?? defaultSize
        guard (1...100).contains(size) else {
            throw NewsError.parameterInvalid(
                "The pageSize param must be between 1 and 100. You have requested \(size).")
        }
        let page = try number("page") ?? 1
        guard page >= 1 else { throw NewsError.pageCannotBeLessThanOne(page) }
        return (page, size)
    }

    private func number(_ name: String) throws -> Int? {
        guard let text = items[name] else { return nil }
        guard let number = Int(text) else {
            throw NewsError.parameterInvalid(
                "The \(name) param has the value \"\(text.prefix(40))\", which is not a number.")
        }
        return number
    }
}
