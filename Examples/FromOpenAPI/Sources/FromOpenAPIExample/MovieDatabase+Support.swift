// Written by "freshet service" from tmdb.yaml. Changes are overwritten.

public import Freshet

extension MovieDatabase {
    /// A string of which the service documents some values, and may add others.
    public protocol OpenText: RawRepresentable, Codable, Hashable, Sendable, QueryValue, ExpressibleByStringLiteral,
        CustomStringConvertible
    where RawValue == String {
        /// Makes a value, known or not.
        init(rawValue: String)
    }
}

extension MovieDatabase.OpenText {
    /// Makes a value from a literal.
    public init(stringLiteral value: String) { self.init(rawValue: value) }
    /// The value as the service writes it.
    public var description: String { rawValue }
    /// The value for a query.
    public var queryTexts: [String] { [rawValue] }
}

extension MovieDatabase {
    /// Any JSON value.
    public enum JSON: Codable, Hashable, Sendable {
        /// A null value.
        case null
        /// A Boolean.
        case boolean(Bool)
        /// An integer.
        case integer(Int64)
        /// Any other number.
        case number(Double)
        /// A string.
        case string(String)
        /// A list.
        case list([JSON])
        /// An object.
        case object([String: JSON])

        /// Decodes a value.
        ///
        /// - Throws: A `DecodingError` if it isn't JSON.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(String.self) {
                self = .string(value)
            } else if let value = try? container.decode(Bool.self) {
                self = .boolean(value)
            } else if let value = try? container.decode(Int64.self) {
                self = .integer(value)
            } else if let value = try? container.decode(Double.self) {
                self = .number(value)
            } else if let value = try? container.decode([JSON].self) {
                self = .list(value)
            } else {
                self = .object(try container.decode([String: JSON].self))
            }
        }

        /// Encodes the value unchanged.
        ///
        /// - Throws: An `EncodingError`.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .null: try container.encodeNil()
            case .boolean(let value): try container.encode(value)
            case .integer(let value): try container.encode(value)
            case .number(let value): try container.encode(value)
            case .string(let value): try container.encode(value)
            case .list(let value): try container.encode(value)
            case .object(let value): try container.encode(value)
            }
        }

        /// The text of a string, a number or a Boolean; `nil` for any other value.
        public var text: String? {
            switch self {
            case .boolean(let value): value ? "true" : "false"
            case .integer(let value): value.description
            case .number(let value): value.description
            case .string(let value): value
            case .null, .list, .object: nil
            }
        }
    }
}

extension MovieDatabase {
    /// The key of any member of an object.
    struct MemberKey: CodingKey, ExpressibleByStringLiteral {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
        init(stringLiteral value: String) { stringValue = value }
    }
}
