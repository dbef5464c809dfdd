import HTTPTypes
import Testing

@testable import Emulator

/// Asks JSONPlaceholder.
enum Placeholder {
    static func get(_ path: String, headers: HTTPFields = [:]) async throws -> ReceivedResponse {
        try await InProcess.get(path, headers: headers)
    }

    static func json(_ path: String) async throws -> JSON {
        let response = try await get(path)
        try #require(response.status == 200, "\(path): \(response.text.prefix(200))")
        return try response.json()
    }

    static func ids(_ path: String) async throws -> [Int] { try await json(path).ids }
}
