import Foundation
import Freshet

/// The header fields of printed code: credentials, secrets of the service, and fields of the request.
struct SwiftFields {
    /// The names that `HTTPField.Name` has a constant for, in lowercase.
    private static let constants: [String: String] = Dictionary(
        uniqueKeysWithValues: [
            "accept", "acceptEncoding", "acceptLanguage", "cacheControl", "connection", "contentEncoding",
            "contentLanguage", "contentType", "date", "expect", "from", "host", "ifMatch", "ifModifiedSince",
            "ifNoneMatch", "ifRange", "ifUnmodifiedSince", "origin", "priority", "range", "referer", "te",
            "traceparent", "tracestate", "upgrade", "userAgent", "via", "authorization", "proxyAuthorization", "cookie",
        ].map { name in
            (name.map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined(), name)
        })

    /// The value of `Service.credentials`; `nil` if there are none.
    private(set) var credentials: String?
    /// The secrets that the service adds to every request: their names and parameters.
    private(set) var secrets: [(name: String, parameter: String)] = []
    /// The fields of the request: their names and values.
    private(set) var fields: [(name: String, value: String)] = []
    /// The names without a constant: the constants to declare, and the names.
    private(set) var declared: [(constant: String, name: String)] = []
    private var names = SwiftNames()

    init(_ command: CurlCommand, _ properties: SwiftParameters) {
        if command.user != nil {
            let (user, password) = (properties.make(for: "user"), properties.make(for: "password"))
            credentials = ".basic(user: \(user), password: \(password))"
        } else if let field = command.fields.first(where: { $0.name.lowercased() == "authorization" }) {
            credentials = Self.credentials(field.value, properties)
        }
        for field in command.fields {
            guard let name = HTTPField.Name(field.name) else { continue }
            if name == .authorization, command.user == nil { continue }
            guard SecretNames.standard.contains(name), !field.value.isEmpty else {
                fields.append((constant(field.name), SwiftText(field.value).literal))
                continue
            }
            let parameter = properties.make(for: field.name)
            if credentials == nil, name != .cookie {
                credentials = ".header(\(constant(field.name)), \(parameter))"
            } else {
                secrets.append((constant(field.name), parameter))
            }
        }
    }

    private static func credentials(_ value: String, _ properties: SwiftParameters) -> String {
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { return ".header(.authorization, \(properties.make(for: "authorization")))" }
        switch parts[0] {
        case "Bearer": return ".bearer(\(properties.make(for: "token")))"
        case "Basic" where Data(base64Encoded: String(parts[1])) != nil:
            return ".basic(user: \(properties.make(for: "user")), password: \(properties.make(for: "password")))"
        default:
            let credentials = SwiftText([
                .text("\(parts[0]) "), .parameter(properties.make(for: "authorization")),
            ])
            return ".header(.authorization, \(credentials.literal))"
        }
    }

    /// Returns the expression for a name, and notes it if it has no constant.
    private mutating func constant(_ name: String) -> String {
        if let constant = Self.constants[name.lowercased()] { return ".\(constant)" }
        if let known = declared.first(where: { $0.name.lowercased() == name.lowercased() }) {
            return ".\(known.constant)"
        }
        let constant = names.name(for: name, otherwise: "field")
        declared.append((constant, name))
        return ".\(constant)"
    }
}
