import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore

@testable import Emulator

/// The emulator without a socket, on a fixed day.
struct NewsServer {
    /// A response as its status, fields and members.
    struct ReceivedResponse {
        let status: Int
        let headers: HTTPFields
        let data: Data
        let members: [String: Any]

        var code: String? { members["code"] as? String }
        var message: String? { members["message"] as? String }
        var total: Int? { members["totalResults"] as? Int }
        var articles: [[String: Any]] { members["articles"] as? [[String: Any]] ?? [] }
        var sources: [[String: Any]] { members["sources"] as? [[String: Any]] ?? [] }
    }

    /// 21 November 2026, ten in the morning.
    static let now = Date(timeIntervalSince1970: 1_795_255_200)

    static let userAgent: HTTPFields = [.userAgent: "test", HTTPField.Name("X-Api-Key")!: "any"]

    var faults = Faults()

    func get(_ uri: String, headers: HTTPFields = userAgent) async throws -> ReceivedResponse {
        var configuration = EmulatorConfiguration()
        configuration.now = { Self.now }
        configuration.faults = faults
        let application = Application(router: Emulator(configuration).router)
        return try await application.test(.router) { client in
            try await client.execute(uri: uri, method: .get, headers: headers) { response in
                let data = Data(response.body.readableBytesView)
                let members = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:]
                return ReceivedResponse(
                    status: response.status.code, headers: response.headers, data: data, members: members)
            }
        }
    }
}
