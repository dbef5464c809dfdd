import Foundation
import HTTPTypes
import Testing

@testable import Emulator

/// Asks the official API of Hacker News and its search.
enum HackerNews {
    static let corpus = HackerNewsCorpus(at: minute)
    /// The corpus is made again with each minute.
    static let minute = Date(timeIntervalSince1970: (InProcess.now.timeIntervalSince1970 / 60).rounded(.down) * 60)

    static func get(_ path: String) async throws -> ReceivedResponse {
        try await InProcess.get("/v0\(path)", headers: [:])
    }

    static func json(_ path: String) async throws -> JSON {
        let response = try await get(path)
        try #require(response.status == 200, "\(path): \(response.text)")
        return try response.json()
    }

    static func search(_ query: String) async throws -> JSON {
        let response = try await InProcess.get("/api/v1/\(query)", headers: [:])
        try #require(response.status == 200, "\(query): \(response.text)")
        return try response.json()
    }

    static func item(where isWanted: (HackerNewsItem) -> Bool) throws -> HackerNewsItem {
        let item = corpus.items.values.sorted { $0.id < $1.id }.first(where: isWanted)
        return try #require(item)
    }
}
