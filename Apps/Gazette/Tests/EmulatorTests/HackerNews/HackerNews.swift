import Foundation
import HTTPTypes
import Testing

@testable import Emulator

/// Asks the official API of Hacker News and its search.
enum HackerNews {
    static let corpus = HackerNewsCorpus(at: minute)
    /// The corpus is made again with each minute.
    static let minute = Date(timeIntervalSince1970: (InProcess.now.timeIntervalSince1970 / 60).rounded(.down) * 60)

    static func get(_ path: String) async throws -> Answer {
        try await InProcess.get("/v0\(path)", headers: [:])
    }

    static func json(_ path: String) async throws -> JSON {
        let answer = try await get(path)
        try #require(answer.status == 200, "\(path): \(answer.text)")
        return try answer.json()
    }

    static func search(_ query: String) async throws -> JSON {
        let answer = try await InProcess.get("/api/v1/\(query)", headers: [:])
        try #require(answer.status == 200, "\(query): \(answer.text)")
        return try answer.json()
    }

    static func item(where isWanted: (HackerNewsItem) -> Bool) throws -> HackerNewsItem {
        let item = corpus.items.values.sorted { $0.id < $1.id }.first(where: isWanted)
        return try #require(item)
    }
}
