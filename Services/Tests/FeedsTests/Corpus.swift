import Feeds
import Foundation
import Testing

/// The files of the corpus: small feeds with faults of feeds of the web, and what is read of each.
struct CorpusFile: Sendable, CustomTestStringConvertible {
    let name: String

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus")
    static let address = URL(string: "https://feeds.example/news/feed.xml")
    /// The content types of the files whose response names one.
    private static let contentTypes: [String: String] = {
        let data = try? Data(contentsOf: folder.appending(path: "content-types.json"))
        return data.flatMap { try? JSONDecoder().decode([String: String].self, from: $0) } ?? [:]
    }()

    static let all: [CorpusFile] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
        return names.filter { $0.contains(".") && $0 != "content-types.json" && !$0.hasSuffix(".md") }.sorted()
            .map { CorpusFile(name: $0) }
    }()

    var testDescription: String { name }
    var contentType: String? { Self.contentTypes[name] }

    func data() throws -> Data { try Data(contentsOf: Self.folder.appending(path: name)) }

    func expected() throws -> Reading {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let file = Self.folder.appending(path: "Expected").appending(path: name + ".json")
        return try decoder.decode(Reading.self, from: Data(contentsOf: file))
    }

    /// What is read of a file, as `FeedReader` prints it.
    struct Reading: Codable, Equatable {
        var error: String?
        var feed: Feed?
    }

    func reading() throws -> Reading {
        do {
            let feed = try FeedParser().feed(from: data(), contentType: contentType, address: Self.address)
            return Reading(error: nil, feed: feed.inWholeSeconds)
        } catch let error as FeedError {
            return Reading(error: "\(error)", feed: nil)
        }
    }
}

extension Feed {
    /// The feed with dates as the expected results contain them.
    fileprivate var inWholeSeconds: Feed {
        var feed = self
        feed.updated = updated.map(Self.wholeSeconds)
        for index in feed.items.indices {
            feed.items[index].published = items[index].published.map(Self.wholeSeconds)
            feed.items[index].updated = items[index].updated.map(Self.wholeSeconds)
        }
        return feed
    }

    private static func wholeSeconds(_ date: Date) -> Date {
        Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
    }
}
