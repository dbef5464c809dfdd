public import HTTPTypes

/// A challenge of a server: an authentication scheme that it accepts, with parameters (RFC 9110 §11.6.1).
public struct Challenge: Sendable, Hashable {
    /// The scheme in lower case, such as `bearer`.
    public let scheme: String
    /// The parameters, by their names in lower case.
    public let parameters: [String: String]
    /// The token that some schemes send instead of parameters.
    public let token: String?

    /// Makes a challenge.
    public init(scheme: String, parameters: [String: String] = [:], token: String? = nil) {
        self.scheme = scheme.lowercased()
        self.parameters = parameters
        self.token = token
    }

    /// Reads the challenges of a response, which may be in one field or several. What is malformed is left out.
    public static func list(in fields: HTTPFields, named name: HTTPField.Name = .wwwAuthenticate) -> [Challenge] {
        fields[values: name].flatMap(list)
    }

    /// Reads the challenges of one field, or the credentials, which have the same form (RFC 9110 §11.4).
    package static func list(_ field: String) -> [Challenge] {
        var reader = Reader(field)
        return reader.challenges()
    }
}

extension Challenge {
    /// Reads a field from left to right.
    private struct Reader {
        private var rest: Substring.UTF8View

        init(_ text: String) {
            rest = text[...].utf8
        }

        mutating func challenges() -> [Challenge] {
            var challenges: [Challenge] = []
            skip { Self.isBlank($0) || $0 == UInt8(ascii: ",") }
            while let scheme = token() {
                let blanks = skip(while: Self.isBlank)
                let token68 = blanks > 0 ? token68() : nil
                let parameters = token68 == nil ? parameters() : [:]
                challenges.append(Challenge(scheme: scheme, parameters: parameters, token: token68))
                skip { Self.isBlank($0) || $0 == UInt8(ascii: ",") }
            }
            return challenges
        }

        /// Reads `name=value` as long as there are such, and stops before the next scheme.
        private mutating func parameters() -> [String: String] {
            var parameters: [String: String] = [:]
            while true {
                let start = rest
                skip { Self.isBlank($0) || $0 == UInt8(ascii: ",") }
                guard let name = token() else { return parameters }
                skip(while: Self.isBlank)
                guard rest.first == UInt8(ascii: "=") else {
                    rest = start
                    return parameters
                }
                rest.removeFirst()
                skip(while: Self.isBlank)
                guard let value = rest.first == UInt8(ascii: "\"") ? quoted() : token() else { return parameters }
                // The first one counts, as with fields that must not repeat.
                if parameters[name.lowercased()] == nil { parameters[name.lowercased()] = value }
            }
        }

        private mutating func token() -> String? {
            text(while: Self.isTokenCharacter)
        }

        /// Reads a token of the old form, which stands alone between a scheme and the end or a comma.
        private mutating func token68() -> String? {
            let start = rest
            guard let text = text(while: { Self.isTokenCharacter($0) || $0 == UInt8(ascii: "/") }) else { return nil }
            let padding = skip { $0 == UInt8(ascii: "=") }
            skip(while: Self.isBlank)
            guard rest.isEmpty || rest.first == UInt8(ascii: ",") else {
                rest = start
                return nil
            }
            return text + String(repeating: "=", count: padding)
        }

        private mutating func quoted() -> String? {
            rest.removeFirst()
            var bytes: [UInt8] = []
            while let byte = rest.popFirst() {
                switch Unicode.Scalar(byte) {
                case "\"": return String(decoding: bytes, as: UTF8.self)
                case "\\": if let escaped = rest.popFirst() { bytes.append(escaped) }
                default: bytes.append(byte)
                }
            }
            return nil
        }

        private mutating func text(while isWanted: (UInt8) -> Bool) -> String? {
            let bytes = rest.prefix(while: isWanted)
            guard !bytes.isEmpty else { return nil }
            rest = rest.dropFirst(bytes.count)
            return String(Substring(bytes))
        }

        @discardableResult
        private mutating func skip(while isUnwanted: (UInt8) -> Bool) -> Int {
            let count = rest.prefix(while: isUnwanted).count
            rest = rest.dropFirst(count)
            return count
        }

        private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

        /// RFC 9110 §5.6.2.
        private static func isTokenCharacter(_ byte: UInt8) -> Bool {
            switch Unicode.Scalar(byte) {
            case "a"..."z", "A"..."Z", "0"..."9": true
            case "!", "#", "$", "%", "&", "'", "*", "+", "-", ".", "^", "_", "`", "|", "~": true
            default: false
            }
        }
    }
}
