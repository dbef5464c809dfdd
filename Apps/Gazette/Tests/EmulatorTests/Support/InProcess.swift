import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import Emulator

/// Asks an emulator without a socket, on a day that never changes.
enum InProcess {
    /// Saturday, 14 March 2026, in the afternoon.
    static let now = Date(timeIntervalSince1970: 1_773_500_966)
    static let startOfDay = Date(timeIntervalSince1970: 1_773_446_400)
    static let corpus = NewsCorpus(startOfDay: startOfDay)

    /// What every good request to the news service carries.
    static let reader: HTTPFields = [.userAgent: "tests", HTTPField.Name("X-Api-Key")!: "good"]

    /// One for all tests that change nothing: making the news takes longer than most of them.
    private static let shared: Application<RouterResponder<EmulatorContext>> = application(configuration())

    static func configuration() -> EmulatorConfiguration {
        var configuration = EmulatorConfiguration()
        configuration.now = { now }
        configuration.sleep = { _ in }
        return configuration
    }

    static func application(_ configuration: EmulatorConfiguration) -> Application<RouterResponder<EmulatorContext>> {
        application(of: Emulator(configuration))
    }

    static func application(of emulator: Emulator) -> Application<RouterResponder<EmulatorContext>> {
        Application(router: emulator.router)
    }

    /// Sends a request to the emulator that the tests share.
    static func get(_ path: String, headers: HTTPFields = reader) async throws -> ReceivedResponse {
        try await shared.test(.router) { client in
            ReceivedResponse(try await client.execute(uri: path, method: .get, headers: headers))
        }
    }

    /// Sends a request of any kind to the emulator that the tests share.
    static func send(
        _ method: HTTPRequest.Method, _ path: String, body: String? = nil, headers: HTTPFields = [:]
    ) async throws -> ReceivedResponse {
        try await shared.test(.router) { client in
            ReceivedResponse(
                try await client.execute(
                    uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) }))
        }
    }

    /// Asks an emulator of its own for some responses, one after the other.
    static func get(
        _ paths: [String], headers: HTTPFields = reader,
        changing change: (inout EmulatorConfiguration) -> Void = { _ in }
    ) async throws -> [ReceivedResponse] {
        var configuration = configuration()
        change(&configuration)
        return try await application(configuration).test(.router) { client in
            var responses: [ReceivedResponse] = []
            for path in paths {
                responses.append(ReceivedResponse(try await client.execute(uri: path, method: .get, headers: headers)))
            }
            return responses
        }
    }

    static func articles(_ path: String) async throws -> ArticlePage {
        let response = try await get(path)
        try #require(response.status == 200, "\(path): \(response.text)")
        return try response.decoded()
    }

    static func sources(_ path: String) async throws -> [SourceList.Source] {
        try await get(path).decoded(as: SourceList.self).sources
    }
}
