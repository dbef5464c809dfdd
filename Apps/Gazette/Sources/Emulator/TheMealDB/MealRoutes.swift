import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The routes of TheMealDB, version 1, whose paths contain the key.
struct MealRoutes {
    static let origin = "https://www.themealdb.com"

    /// The public test key, which has fewer features than the keys of supporters.
    private static let testKey = "1"
    /// The keys that are refused.
    private static let badKeys: Set<String> = ["invalid", "disabled", "limited", "exhausted", "0"]

    private var corpus: MealCorpus { .shared }
    /// The generator that chooses random meals.
    private let dice: Dice

    init(dice: Dice) {
        self.dice = dice
    }

    /// Adds the routes of the service.
    func add(to router: Router<EmulatorContext>) {
        let service = self
        router.get("/api/json/{version}/{key}/{call}") { request, context in
            service.respond(
                request, key: context.parameters.get("key") ?? "", call: context.parameters.get("call") ?? "")
        }
    }

    private func respond(_ request: Request, key: String, call: String) -> Response {
        if key == "limited" || key == "exhausted" {
            return Self.page("429 Too Many Requests", status: .tooManyRequests)
        }
        if key == "broken" { return Self.unexpectedError }
        guard !Self.badKeys.contains(key) else { return Self.notFound }
        let items = QueryItems(request.uri.query)
        guard let body = body(of: call, items, isSupporter: key != Self.testKey) else {
            return Self.notFound
        }
        // Lists may be cached; random meals may not.
        let isStable = !call.hasPrefix("random")
        return .tagged(
            Self.escaped(body.text), type: "application/json; charset=UTF-8",
            fields: [.cacheControl: isStable ? "public, max-age=3600" : "no-store"], for: request)
    }

    private func body(of call: String, _ items: QueryItems, isSupporter: Bool) -> JSONText? {
        switch call {
        case "search.php": search(items)
        case "lookup.php": lookUp(items["i"])
        case "random.php": Self.meals([corpus.meals[dice.roll(below: corpus.meals.count)].json])
        case "categories.php": .object([("categories", corpus.categories)])
        case "list.php": list(items)
        case "filter.php": filter(items, isSupporter: isSupporter)
        case "randomselection.php" where isSupporter:
            Self.meals((0..<10).map { _ in corpus.meals[dice.roll(below: corpus.meals.count)].json })
        case "latest.php" where isSupporter: Self.meals(corpus.meals.suffix(10).reversed().map(\.json))
        case "randomselection.php", "latest.php": Self.meals([])
        default: nil
        }
    }

    /// Returns an object with a list of meals; `null` replaces an empty list.
    private static func meals(_ meals: [JSONText]) -> JSONText {
        .object([("meals", meals.isEmpty ? .null : .array(meals))])
    }

    private func search(_ items: QueryItems) -> JSONText {
        if let letter = items["f"]?.lowercased() {
            guard letter.count == 1 else { return Self.meals([]) }
            return Self.meals(
                corpus.meals.filter { $0.name.trimmingCharacters(in: .whitespaces).lowercased().hasPrefix(letter) }
                    .map(\.json))
        }
        guard let text = items["s"]?.lowercased() else {
            return Self.meals(items.all.contains { $0.name == "s" } ? corpus.meals.prefix(25).map(\.json) : [])
        }
        return Self.meals(corpus.meals.filter { $0.name.lowercased().contains(text) }.map(\.json))
    }

    private func lookUp(_ id: String?) -> JSONText {
        guard let id else { return Self.meals([]) }
        guard let number = Int(id) else { return .object([("meals", .string("Invalid ID"))]) }
        return Self.meals(corpus.meals.filter { $0.id == number }.map(\.json))
    }

    private func list(_ items: QueryItems) -> JSONText {
        if items["c"] == "list" {
            return Self.meals(corpus.categoryNames.sorted().map { .object([("strCategory", .string($0))]) })
        }
        if items["a"] == "list" { return Self.meals(corpus.areas.map { .object([("strArea", .string($0))]) }) }
        if items["i"] == "list" { return .object([("meals", corpus.ingredients)]) }
        return Self.meals([])
    }

    private func filter(_ items: QueryItems, isSupporter: Bool) -> JSONText {
        func matches(_ isWanted: (MealCorpus.Meal) -> Bool) -> JSONText {
            Self.meals(
                corpus.meals.filter(isWanted)
                    .sorted {
                        $0.name.trimmingCharacters(in: .whitespaces) < $1.name.trimmingCharacters(in: .whitespaces)
                    }
                    .map(\.summary))
        }
        if let category = items["c"]?.lowercased() { return matches { $0.category.lowercased() == category } }
        if let area = items["a"]?.lowercased() { return matches { $0.area.lowercased() == area } }
        guard let text = items["i"] else { return Self.meals([]) }
        let wanted = text.split(separator: ",").map {
            $0.trimmingCharacters(in: .whitespaces).replacingOccurrences(of: "_", with: " ").lowercased()
        }
        // Filtering by several ingredients requires a supporter's key.
        guard !wanted.isEmpty, wanted.count == 1 || isSupporter else { return Self.meals([]) }
        return matches { meal in
            let ingredients = Set(meal.ingredients.map { $0.trimmingCharacters(in: .whitespaces).lowercased() })
            return wanted.allSatisfy(ingredients.contains)
        }
    }

    // MARK: - Peculiarities of the service

    /// Escapes slashes and non-ASCII characters in JSON, as the service's PHP server does.
    static func escaped(_ text: String) -> String {
        var result = ""
        for unit in text.utf16 {
            switch unit {
            case UInt16(UInt8(ascii: "/")): result += "\\/"
            case ..<0x80: result.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            default:
                let code = String(unit, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - code.count) + code
            }
        }
        return result
    }

    static var notFound: Response { page("404 Not Found", status: .notFound) }
    static var unexpectedError: Response { page("500 Internal Server Error", status: .internalServerError) }

    /// Returns an error as an HTML page.
    private static func page(_ title: String, status: HTTPResponse.Status) -> Response {
        .text(
            "<html><head><title>\(title)</title></head><body><center><h1>\(title)</h1></center></body></html>",
            type: "text/html; charset=UTF-8", status: status)
    }
}
