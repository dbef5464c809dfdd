import HTTPTypes
import Testing

@testable import Emulator

/// Asks JSONPlaceholder.
enum Placeholder {
    static func get(_ path: String, headers: HTTPFields = [:]) async throws -> Answer {
        try await InProcess.get(path, headers: headers)
    }

    static func json(_ path: String) async throws -> JSON {
        let answer = try await get(path)
        try #require(answer.status == 200, "\(path): \(answer.text.prefix(200))")
        return try answer.json()
    }

    static func ids(_ path: String) async throws -> [Int] { try await json(path).ids }
}
