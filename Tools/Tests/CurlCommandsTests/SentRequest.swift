import Foundation
import Freshet
import FreshetTesting

/// A request as the loopback server received it, without what the programs add by themselves.
struct SentRequest: Sendable, Equatable, CustomStringConvertible {
    /// The method and the target.
    var start: String
    /// The fields, with their names in lowercase, sorted.
    var fields: [String]
    var body: Data

    init(start: String, fields: [String], body: Data) {
        self.start = start
        self.fields = fields
        self.body = body
    }

    init(_ request: LoopbackRequest) {
        start = "\(request.method) \(request.target)"
        let added: Set<String> = ["content-length", "transfer-encoding"]
        var body = request.body
        fields = request.headers.compactMap { name, value in
            let (name, isOwn) = (name.lowercased(), Self.isOwn(name.lowercased(), value))
            guard !added.contains(name), isOwn else { return nil }
            // Each program makes its own boundary.
            let boundary = value.firstRange(of: /boundary=(freshet-|-{20,})[0-9a-f]+$/).map { value[$0].dropFirst(9) }
            guard name == "content-type", let boundary else { return "\(name): \(value)" }
            body = Data(String(decoding: body, as: UTF8.self).replacing(boundary, with: "BOUNDARY").utf8)
            return "\(name): \(value.replacing(boundary, with: "BOUNDARY"))"
        }.sorted()
        self.body = body
    }

    /// Whether the command named a field, as far as its value shows.
    private static func isOwn(_ name: String, _ value: String) -> Bool {
        switch name {
        case "host": value == "other.example"
        case "user-agent": !value.hasPrefix("curl/") && !value.hasPrefix("Freshet/")
        case "accept": value != "*/*"
        case "accept-encoding": !["gzip, deflate", "identity"].contains(value) && !value.contains("zstd")
        default: true
        }
    }

    /// The request without the fields that a test server can't tell from usual ones.
    var withoutUsualFields: SentRequest {
        var request = self
        request.fields.removeAll { $0 == "accept: */*" || $0 == "accept-encoding: gzip, deflate" }
        return request
    }

    var description: String {
        ([start] + fields + ["", String(decoding: body, as: UTF8.self)]).joined(separator: "\n")
    }

    /// Runs a server on a Unix domain socket, and returns the first request that it receives.
    static func received(
        _ send: (_ socket: String) async throws -> Void
    ) async throws -> SentRequest? {
        let socket = FileManager.default.temporaryDirectory.appending(path: "f\(UInt32.random(in: .min ... .max)).sock")
            .path
        let server = try await LoopbackServer.start(socket: socket) { _ in .status(200) }
        do { try await send(socket) } catch {
            await server.stop()
            throw error
        }
        let request = server.requests.first.map { SentRequest($0) }
        await server.stop()
        try? FileManager.default.removeItem(atPath: socket)
        return request
    }
}
