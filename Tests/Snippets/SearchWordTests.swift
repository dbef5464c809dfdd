import Foundation
import Testing

/// Sees that the words people search for lead to the guide that they need.
struct SearchWordTests {
    /// A word, and the name of the page that it should find.
    struct Search: Sendable, Decodable, CustomTestStringConvertible {
        let word: String
        let page: String

        var testDescription: String { "\(word): \(page)" }
    }

    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// What the search of the documentation's site is tested with as well, by scripts/check-site.
    private static func searches() throws -> [Search] {
        let file = root.appending(path: "scripts/site/search-words.json")
        return try JSONDecoder().decode([Search].self, from: Data(contentsOf: file))
    }

    /// The texts of the pages of all catalogues, by their names.
    private static let pages: [String: String] = {
        var pages = [String: String]()
        for name in ["Sources", "Services/Sources"] {
            let folder = root.appending(path: name)
            for path in (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
            where path.contains(".docc/") && path.hasSuffix(".md") {
                let file = folder.appending(path: path)
                pages[file.deletingPathExtension().lastPathComponent] = try? String(contentsOf: file, encoding: .utf8)
            }
        }
        return pages
    }()

    /// The entries of the page *How do I …?*, each with its heading.
    private static func entries() throws -> [Substring] {
        let page = try #require(pages["HowDoI"])
        return page.split(separator: "\n## ").flatMap { $0.split(separator: "\n### ").dropFirst() }
    }

    @Test("Words that people search for find their guide", arguments: try searches())
    func aWordFindsItsGuide(_ search: Search) throws {
        let page = try #require(Self.pages[search.page])
        let word = try Regex("\\b" + NSRegularExpression.escapedPattern(for: search.word)).ignoresCase()
        let title = page.prefix { $0 != "\n" }
        let opening = page.dropFirst(title.count).split(whereSeparator: \.isWhitespace).prefix(120)
        let isNamed = try Self.entries().contains { entry in
            entry.contains("<doc:\(search.page)>") && entry.contains(word)
        }
        #expect(isNamed || title.contains(word) || opening.joined(separator: " ").contains(word))
    }

    @Test func everyTaskLeadsToAGuideOrAType() throws {
        let entries = try Self.entries()
        #expect(entries.count > 40)
        for entry in entries {
            #expect(entry.contains("<doc:") || entry.contains("``/"), "\(entry.prefix { $0 != "\n" })")
        }
    }
}
