import Foundation
import NIOConcurrencyHelpers

/// The lists of JSONPlaceholder, with the counts, ids and relations of the real ones but other texts.
struct PlaceholderDatabase: Sendable {
    static let shared = PlaceholderDatabase()

    /// The lists in the order of the service's own overview.
    static let names = ["posts", "comments", "albums", "photos", "todos", "users"]

    private let cache = NIOLockedValueBox<[String: List]>([:])

    /// A list, and its text as the service sends it.
    struct List: Sendable {
        let rows: [JSONText]
        let text: String
    }

    private init() {}

    /// Returns a list, which is made at its first use; `nil` if there is none of that name.
    func list(_ name: String) -> List? {
        cache.withLockedValue { lists in
            if let known = lists[name] { return known }
            guard let rows = Self.rows(name) else { return nil }
            let list = List(rows: rows, text: JSONText.array(rows).prettyText)
            lists[name] = list
            return list
        }
    }

    private static func rows(_ name: String) -> [JSONText]? {
        switch name {
        case "posts": posts
        case "comments": comments
        case "albums": albums
        case "photos": photos
        case "todos": todos
        case "users": PlaceholderUsers.all
        default: nil
        }
    }

    private static var posts: [JSONText] {
        var words = LatinWords(seed: "posts")
        return (1...100).map { id in
            .object([
                ("userId", .number((id - 1) / 10 + 1)), ("id", .number(id)), ("title", .string(words.title())),
                ("body", .string(words.lines())),
            ])
        }
    }

    private static var comments: [JSONText] {
        var words = LatinWords(seed: "comments")
        return (1...500).map { id in
            .object([
                ("postId", .number((id - 1) / 5 + 1)), ("id", .number(id)), ("name", .string(words.title())),
                ("email", .string(words.email())), ("body", .string(words.lines())),
            ])
        }
    }

    private static var albums: [JSONText] {
        var words = LatinWords(seed: "albums")
        return (1...100).map { id in
            .object([
                ("userId", .number((id - 1) / 10 + 1)), ("id", .number(id)), ("title", .string(words.title())),
            ])
        }
    }

    /// The photos. The colours in their addresses lack leading zeros, as on the real service.
    private static var photos: [JSONText] {
        var words = LatinWords(seed: "photos")
        var colours = SeededGenerator("colours")
        return (1...5000).map { id in
            let colour = String(Int.random(in: 1..<0x100_0000, using: &colours), radix: 16)
            return .object([
                ("albumId", .number((id - 1) / 50 + 1)), ("id", .number(id)), ("title", .string(words.title())),
                ("url", .string("\(PlaceholderRoutes.pictureOrigin)/600/\(colour)")),
                ("thumbnailUrl", .string("\(PlaceholderRoutes.pictureOrigin)/150/\(colour)")),
            ])
        }
    }

    private static var todos: [JSONText] {
        var words = LatinWords(seed: "todos")
        var order = SeededGenerator("order of todos")
        let completed = Set((1...200).shuffled(using: &order).prefix(90))
        return (1...200).map { id in
            .object([
                ("userId", .number((id - 1) / 20 + 1)), ("id", .number(id)), ("title", .string(words.title())),
                ("completed", .bool(completed.contains(id))),
            ])
        }
    }
}

/// Generates Latin placeholder text, as the real service uses it.
private struct LatinWords {
    private static let words = """
        ager albus amnis aqua arbor ardens aurum aut avis bonus brevis caelum campus cantus cedere clarus collis color \
        cum currere custos dies domus dulcis ergo et ferrum filum finis flumen folium fons forma fortis fructus gaudium \
        gelidus gradus granum hora hortus ignis imago inter iter labor lacus laetus lapis latus lentus levis liber \
        limen littera locus longus lumen luna lux magnus manus mare mensis merula mirus modus mons mora motus murus \
        navis nec nemus nix nomen novus nox nubes numerus omnis opus ordo otium pagina pars parvus pax pluvia pons \
        portus post prope quaerere quasi ramus rarus rectus res ripa risus rosa rota rursus saxum semen semper sententia \
        sic silva sine sol solum sonus spatium spes stella sub summus tabula tacitus tempus tener tenuis terra timor \
        totus turris umbra unda urbs usus vallis velum ventus ver verbum via vicus vigil vita vitrum vox
        """.split(separator: " ").map(String.init)

    private var generator: SeededGenerator

    init(seed: String) {
        generator = SeededGenerator(seed)
    }

    private mutating func some(_ count: ClosedRange<Int>) -> [String] {
        (0..<Int.random(in: count, using: &generator)).map { _ in
            Self.words[Int.random(in: Self.words.indices, using: &generator)]
        }
    }

    mutating func title() -> String { some(3...9).joined(separator: " ") }

    mutating func lines() -> String { (0..<4).map { _ in some(6...10).joined(separator: " ") }.joined(separator: "\n") }

    mutating func email() -> String { "\(some(1...1)[0].capitalized)@\(some(1...1)[0]).example" }
}
