import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOConcurrencyHelpers
import NIOCore

@testable import GazetteWeb
@testable import ReaderStorage

/// A visitor with a browser without scripts: it stores cookies, and posts the forms of its pages.
struct Guest: Sendable {
    private let client: any TestClientProtocol
    private let cookies = NIOLockedValueBox<[String: String]>([:])

    /// Runs a body with a guest of a site.
    static func visit(_ configuration: WebConfiguration, _ body: @Sendable (Guest) async throws -> Void) async throws {
        let application = Application(router: try await WebServer(configuration).router())
        try await application.test(.live) { client in try await body(Guest(client: client)) }
    }

    /// Runs a body with a guest of the site on the emulator.
    static func visitEmulator(
        folder: DataFolder? = nil, _ body: @Sendable (Guest) async throws -> Void
    ) async throws {
        try await Site.withEmulator { configuration in
            var configuration = configuration
            configuration.dataFolder = folder
            try await visit(configuration, body)
        }
    }

    /// Another visitor of the same site.
    var other: Guest { Guest(client: client) }

    /// The port of the site.
    var port: Int { client.port ?? 0 }

    /// The value of a cookie.
    func cookie(_ name: String) -> String? { cookies.withLockedValue { $0[name] } }

    func setCookie(_ name: String, _ value: String?) { cookies.withLockedValue { $0[name] = value } }

    private init(client: any TestClientProtocol) {
        self.client = client
    }

    func get(_ path: String, _ headers: HTTPFields = [:]) async throws -> Site.ReceivedResponse {
        try await send(.get, path, headers, nil)
    }

    func post(
        _ path: String, _ fields: [(String, String)], _ headers: HTTPFields? = nil
    ) async throws -> Site.ReceivedResponse {
        let unreserved = CharacterSet.alphanumerics
        let form = fields.map { name, value in
            "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "")"
        }
        // swift-format-ignore: NeverForceUnwrap
        var all = headers ?? [HTTPField.Name("Sec-Fetch-Site")!: "same-origin"]
        all[.contentType] = "application/x-www-form-urlencoded"
        return try await send(.post, path, all, form.joined(separator: "&"))
    }

    /// Posts JSON as a page's script does, and returns the status.
    func postJSON(_ path: String, _ body: String) async throws -> Int {
        // swift-format-ignore: NeverForceUnwrap
        let headers: HTTPFields = [HTTPField.Name("Sec-Fetch-Site")!: "same-origin", .contentType: "application/json"]
        return try await send(.post, path, headers, body).status
    }

    /// Posts a body with fields of its own.
    func postBody(_ path: String, _ body: String, _ headers: HTTPFields) async throws -> Site.ReceivedResponse {
        try await send(.post, path, headers, body)
    }

    private func send(
        _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields, _ body: String?
    ) async throws -> Site.ReceivedResponse {
        var headers = headers
        let known = cookies.withLockedValue { $0 }
        if headers[.cookie] == nil, !known.isEmpty {
            headers[.cookie] = known.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        }
        return try await client.execute(
            uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) }
        ) { response in
            for field in response.headers[values: .setCookie] {
                let pair = field.prefix { $0 != ";" }
                    .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                if pair.count == 2 { cookies.withLockedValue { $0[String(pair[0])] = String(pair[1]) } }
            }
            return Site.ReceivedResponse(
                status: response.status.code, headers: response.headers, text: String(buffer: response.body))
        }
    }
}

extension Site.ReceivedResponse {
    /// A button that was found in a page: where it posts, and what it carries.
    struct Button {
        let action: String
        let entry: String
    }

    /// The buttons of one kind, by what they do in a live page.
    func buttons(_ mark: String) -> [Button] {
        text.components(separatedBy: "<button form=\"marks\" ").dropFirst().compactMap { part in
            let tag = part.prefix { $0 != ">" }
            guard tag.contains("data-mark=\"\(mark)\"") else { return nil }
            func value(_ name: String) -> String {
                guard let start = tag.range(of: "\(name)=\"") else { return "" }
                return String(tag[start.upperBound...].prefix { $0 != "\"" })
                    .replacing("&quot;", with: "\"").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
                    .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
            }
            return Button(action: value("formaction"), entry: value("value"))
        }
    }
}
