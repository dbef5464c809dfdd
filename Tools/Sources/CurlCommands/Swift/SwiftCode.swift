import Foundation

/// The Swift code for a curl command.
struct SwiftCode {
    private let command: CurlCommand
    private let service: String
    private let request: String
    private let properties = SwiftParameters(used: ["baseURL", "credentials", "headers"])
    private let parameters = SwiftParameters()
    private let fields: SwiftFields
    private let query: SwiftQuery?
    private let body: SwiftBody?
    /// The part of the path that belongs to the base URL.
    private let basePath: String

    init(_ command: CurlCommand, service: String?, request: String?) {
        self.command = command
        self.service = service ?? SwiftNames.service(ofHost: command.address.host)
        self.request = request ?? SwiftNames.request(method: command.method, path: command.address.path)
        let fields = SwiftFields(command, properties)
        let (properties, parameters) = (properties, parameters)
        query = command.address.query.map { text in
            SwiftQuery(text, parameters, asCredentials: fields.credentials == nil ? properties.make : nil)
        }
        body = command.body.map { SwiftBody($0, contentType: command.contentType, parameters) }
        self.fields = fields
        basePath = Self.basePath(of: command.address.path)
    }

    /// Returns the beginning of a path that all paths of the service share: up to the version, as in
    /// `/api/v1`.
    private static func basePath(of path: String) -> String {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        let version = segments.prefix(4).dropFirst().firstIndex { segment in
            segment.first == "v" && segment.count > 1 && segment.dropFirst().allSatisfy { $0.isNumber && $0.isASCII }
        }
        guard let version, version < segments.count - 1, segments[1...version].allSatisfy({ !$0.isEmpty }) else {
            return ""
        }
        return segments[...version].joined(separator: "/")
    }

    /// The code, formatted.
    var text: String {
        let sections = [imports, serviceLines, requestLines, connectionLines, nameLines]
        return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }

    private var imports: [String] { ["import Foundation", "import Freshet"] }

    // MARK: - Service

    private var serviceLines: [String] {
        var lines = [
            "/// The web API of \(command.address.host).", "struct \(service): Service {",
            "    let baseURL = \(SwiftText(command.address.origin + basePath).literal)",
        ]
        lines += properties.names.map { "    let \($0): String" }
        var computed: [String] = []
        if let credentials = fields.credentials ?? queryCredentials {
            computed.append("    var credentials: Credentials? { \(credentials) }")
        }
        if !fields.secrets.isEmpty {
            let elements = fields.secrets.map { "\($0.name): \($0.parameter)" }.joined(separator: ", ")
            computed.append("    var headers: HTTPFields { [\(elements)] }")
        }
        if !computed.isEmpty { lines += [""] + computed }
        return lines + ["}"]
    }

    private var queryCredentials: String? {
        query?.credentials.map { ".query(\(SwiftText($0.name).literal), \($0.parameter))" }
    }

    // MARK: - Request

    private var requestLines: [String] {
        let summary = "    /// Sends `\(command.method) \(command.address.path)`."
        let declaration =
            parameters.names.isEmpty
            ? "static var \(request): Self" : "static func \(request)(\(parameters.declaration)) -> Self"
        let arguments = arguments
        let modifiers = modifiers
        var lines = ["extension Request where API == \(service), Value == Data {"]
        lines.append(summary.count <= 120 ? summary : "    /// Sends the request of the curl command.")
        let isShort = arguments.allSatisfy { $0.count == 1 } && modifiers.isEmpty
        let call = "Request(\(arguments.map { $0[0] }.joined(separator: ", ")))"
        if isShort, declaration.count + call.count <= 110 {
            lines.append("    \(declaration) { \(call) }")
        } else {
            lines.append("    \(declaration) {")
            lines += callLines(arguments, modifiers)
            lines.append("    }")
        }
        return lines + ["}"]
    }

    private func callLines(_ arguments: [[String]], _ modifiers: [String]) -> [String] {
        let inline = "Request(\(arguments.map { $0[0] }.joined(separator: ", ")))"
        let suffix = modifiers.joined()
        if arguments.allSatisfy({ $0.count == 1 }), inline.count + suffix.count <= 112 {
            return ["        \(inline)\(suffix)"]
        }
        var lines = ["        Request("]
        var arguments = arguments
        // The method stands next to the path, where a reader looks for it.
        if arguments.count > 1, arguments[1][0].hasPrefix("method: "), arguments[0][0].count < 80 {
            arguments[0] = ["\(arguments[0][0]), \(arguments.remove(at: 1)[0])"]
        }
        for (index, argument) in arguments.enumerated() {
            let comma = index < arguments.count - 1 ? "," : ""
            for (number, line) in argument.enumerated() {
                let indented = line.isEmpty ? "" : "            \(line)"
                lines.append("\(indented)\(number == argument.count - 1 ? comma : "")")
            }
        }
        lines[lines.count - 1] += modifiers.isEmpty ? ")" : ""
        if !modifiers.isEmpty { lines.append("        )\(suffix)") }
        return lines
    }

    /// The arguments of the initialiser, each with its lines.
    private var arguments: [[String]] {
        var arguments = [[pathExpression]]
        if command.method != "GET" { arguments.append(["method: \(methodExpression)"]) }
        if let items = query?.items, !items.isEmpty {
            arguments.append(Self.dictionary("query: ", items))
        }
        if !fields.fields.isEmpty { arguments.append(Self.dictionary("headers: ", fields.fields)) }
        if let body {
            arguments.append(["body: \(body.lines[0])"] + body.lines.dropFirst())
        }
        return arguments
    }

    private static func dictionary(_ label: String, _ elements: [(name: String, value: String)]) -> [String] {
        let names = elements.map(\.name)
        let elements = elements.map { "\($0.name): \($0.value)" }
        let line = "\(label)[\(elements.joined(separator: ", "))]"
        if line.count <= 80 { return [line] }
        let lines = zip(elements, names).flatMap { element, name in
            element.count <= 102
                ? ["    \(element),"] : ["    \(name):", "        \(element.dropFirst(name.count + 2)),"]
        }
        return ["\(label)["] + lines + ["]"]
    }

    private var pathExpression: String {
        var rest = String(command.address.path.dropFirst(basePath.count))
        if rest == "/", basePath.isEmpty { rest = "" }
        if rest.count > 1, rest.first == "/", !rest.hasPrefix("//") { rest.removeFirst() }
        var text = SwiftText(rest)
        if let inPath = query?.inPath {
            text.append(.text("?"))
            inPath.pieces.forEach { text.append($0) }
        }
        return text.literal
    }

    private var methodExpression: String {
        let usual = ["HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"]
        guard !usual.contains(command.method) else { return ".\(command.method.lowercased())" }
        return ".init(\(SwiftText(command.method).literal))!"
    }

    private var modifiers: [String] {
        let settings = command.settings
        var modifiers: [String] = []
        if let timeout = settings.timeout { modifiers.append(".timeout(\(Self.duration(timeout)))") }
        if let retries = settings.retries {
            modifiers.append(
                retries == 0 ? ".retrying(.never)" : ".retrying(.policy(RetryPolicy(attempts: \(retries + 1))))")
        }
        if let limit = settings.bodyLimit { modifiers.append(".bodyLimit(\(limit))") }
        if !settings.followsRedirects { modifiers.append(".redirecting(.manual)") }
        return modifiers
    }

    private static func duration(_ seconds: Double) -> String {
        seconds == seconds.rounded() ? ".seconds(\(Int(seconds)))" : ".milliseconds(\(Int((seconds * 1000).rounded())))"
    }

    // MARK: - Connections and names

    private var connectionLines: [String] {
        let settings = command.settings
        guard settings.proxy != nil || settings.connectTimeout != nil else { return [] }
        let name = service.prefix(1).lowercased() + service.dropFirst()
        let hasUser = settings.proxy != nil && settings.proxyUser != nil
        var lines = [
            "extension ClientConfiguration {", "    /// The connections of clients of ``\(service)``.",
            "    static func \(name)(\(hasUser ? "proxyUser: String, proxyPassword: String" : "")) -> ClientConfiguration {",
            "        var connections = AsyncHTTPClientTransport.Configuration()",
        ]
        if let timeout = settings.connectTimeout {
            lines.append("        connections.connectTimeout = \(Self.duration(timeout))")
        }
        if let proxy = settings.proxy {
            lines.append("        connections.proxies = .all(\(Self.proxy(proxy, hasUser)))")
        }
        return lines + [
            "        return ClientConfiguration(transport: AsyncHTTPClientTransport(connections), cache: HTTPCache())",
            "    }", "}",
        ]
    }

    private static func proxy(_ address: String, _ hasUser: Bool) -> String {
        let parts = address.split(separator: "://", maxSplits: 1).map(String.init)
        let colon = parts[1].lastIndex(of: ":") ?? parts[1].endIndex
        let host = SwiftText(String(parts[1][..<colon])).literal
        let user = hasUser ? ", user: proxyUser, password: proxyPassword" : ""
        return ".\(parts[0] == "http" ? "http" : "socks5")(\(host), port: \(parts[1][colon...].dropFirst())\(user))"
    }

    private var nameLines: [String] {
        guard !fields.declared.isEmpty else { return [] }
        let names = fields.declared.map {
            "    fileprivate static let \($0.constant) = Self(\(SwiftText($0.name).literal))!"
        }
        return ["extension HTTPField.Name {"] + names + ["}"]
    }
}
