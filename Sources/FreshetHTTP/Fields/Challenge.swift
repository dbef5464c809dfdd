public import HTTPTypes

/// A challenge from a server: an authentication scheme that it accepts, with parameters (RFC 9110
/// §11.6.1).
///
/// ```swift
/// if error.status == .unauthorized, let head = error.response?.head {
///     let challenges = Challenge.list(in: head.headerFields)
///     if let bearer = challenges.first(where: { $0.scheme == "bearer" }) {
///         askToSignIn(bearer.parameters["scope"])
///     }
/// }
/// ```
public struct Challenge: Sendable, Hashable {
    /// The scheme in lowercase, such as `bearer`.
    public let scheme: String
    /// The parameters by their names, which are in lowercase.
    public let parameters: [String: String]
    /// The token that some schemes send instead of parameters; `nil` for none.
    public let token: String?

    /// Makes a challenge.
    public init(scheme: String, parameters: [String: String] = [:], token: String? = nil) {
        self.scheme = scheme.lowercased()
        self.parameters = parameters
        self.token = token
    }

    /// Reads the challenges of a response, which may be in one header field or in several.
    /// Malformed parts are ignored.
    public static func list(in fields: HTTPFields, named name: HTTPField.Name = .wwwAuthenticate) -> [Challenge] {
        fields[values: name].flatMap(list)
    }

    /// Reads the challenges of a field, or credentials, which have the same form (RFC 9110 §11.4).
    package static func list(_ field: String) -> [Challenge] {
        var reader = FieldReader(field)
        var challenges: [Challenge] = []
        reader.skip(" \t,")
        while let scheme = reader.token() {
            let token = reader.skip(" \t") > 0 ? reader.token68() : nil
            let parameters = token == nil ? reader.parameters() : [:]
            challenges.append(Challenge(scheme: scheme, parameters: parameters, token: token))
            reader.skip(" \t,")
        }
        return challenges
    }
}

extension FieldReader {
    /// Reads pairs of `name=value`, and stops before the next scheme.
    fileprivate mutating func parameters() -> [String: String] {
        var parameters: [String: String] = [:]
        while true {
            let start = self
            skip(" \t,")
            guard let name = token() else { return parameters }
            skip(" \t")
            guard take("=") else {
                self = start
                return parameters
            }
            skip(" \t")
            guard let value = take("\"") ? closedText() : token() else { return parameters }
            // The first one counts, as with fields that must not repeat.
            if parameters[name.lowercased()] == nil { parameters[name.lowercased()] = value }
        }
    }

    private mutating func closedText() -> String? {
        let text = quotedText()
        return text.isClosed ? text.content : nil
    }

    fileprivate mutating func token() -> String? {
        let token = text(while: Self.isTokenCharacter)
        return token.isEmpty ? nil : token
    }

    /// Reads a `token68`, the old form, which is the only text between a scheme and a comma or the
    /// end.
    fileprivate mutating func token68() -> String? {
        let start = self
        let token = text { Self.isTokenCharacter($0) || $0 == UInt8(ascii: "/") }
        let padding = skip("=")
        skip(" \t")
        guard !token.isEmpty, isAtEnd || isNext(",") else {
            self = start
            return nil
        }
        return token + String(repeating: "=", count: padding)
    }

    /// Whether a token may contain a byte (RFC 9110 §5.6.2).
    private static func isTokenCharacter(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9": true
        case "!", "#", "$", "%", "&", "'", "*", "+", "-", ".", "^", "_", "`", "|", "~": true
        default: false
        }
    }
}
