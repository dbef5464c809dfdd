import HTTPTypes
import Testing

@testable import Emulator

/// Sends requests to the meal service with its public key.
enum Meals {
    static let corpus = MealCorpus.shared

    static func get(_ call: String, key: String = "1", version: String = "v1") async throws -> ReceivedResponse {
        try await InProcess.get("/api/json/\(version)/\(key)/\(call)", headers: [:])
    }

    /// Returns what stands under `meals`, which may be a list, null or a text.
    static func meals(_ call: String, key: String = "1") async throws -> JSON {
        let response = try await get(call, key: key)
        try #require(response.status == 200, "\(call): \(response.text)")
        let body = try response.json()
        try #require(body.names == ["meals"], "\(call): \(response.text)")
        return body["meals"]
    }

    static func names(_ call: String, key: String = "1") async throws -> [String] {
        try await meals(call, key: key).list.compactMap { $0["strMeal"].text }
    }
}
