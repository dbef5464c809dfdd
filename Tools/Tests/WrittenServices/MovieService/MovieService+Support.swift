// Written by "freshet service" from tmdb.yaml. Changes are overwritten.

public import Freshet

extension MovieService {
    /// A string of which the service documents some values, and may add others.
    public protocol OpenText: RawRepresentable, Codable, Hashable, Sendable, QueryValue, ExpressibleByStringLiteral,
        CustomStringConvertible
    where RawValue == String {
        /// Makes a value, known or not.
        init(rawValue: String)
    }
}

extension MovieService.OpenText {
    /// Makes a value from a literal.
    public init(stringLiteral value: String) { self.init(rawValue: value) }
    /// The value as the service writes it.
    public var description: String { rawValue }
    /// The value for a query.
    public var queryTexts: [String] { [rawValue] }
}

extension MovieService {
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

extension MovieService {
    /// The key of any member of an object.
    struct MemberKey: CodingKey, ExpressibleByStringLiteral {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
        init(stringLiteral value: String) { stringValue = value }
    }
}

extension MovieService {
    /// A day in the Gregorian calendar, without a time and a time zone.
    public struct Day: Codable, Hashable, Sendable, Comparable, LosslessStringConvertible, QueryValue {
        /// The year.
        public var year: Int
        /// The month, from 1 to 12.
        public var month: Int
        /// The day of the month, from 1 to 31.
        public var day: Int

        /// Makes a day.
        public init(year: Int, month: Int, day: Int) {
            self.year = year
            self.month = month
            self.day = day
        }

        /// Reads a day such as `2026-03-01`; `nil` if the text isn't one.
        public init?(_ text: String) {
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 3, parts.map(\.count) == [4, 2, 2] else { return nil }
            let numbers = parts.compactMap { $0.allSatisfy(\.isNumber) ? Int($0) : nil }
            guard numbers.count == 3, (1...12).contains(numbers[1]), (1...31).contains(numbers[2]) else {
                return nil
            }
            self.init(year: numbers[0], month: numbers[1], day: numbers[2])
        }

        /// The day as text, such as `2026-03-01`.
        public var description: String {
            "\(Self.padded(year, to: 4))-\(Self.padded(month, to: 2))-\(Self.padded(day, to: 2))"
        }

        /// The day as text.
        public var queryTexts: [String] { [description] }

        private static func padded(_ number: Int, to width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }

        /// Decodes a day from text.
        ///
        /// - Throws: A `DecodingError` if the text isn't a day.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            guard let day = Day(try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "The text isn't a day.")
            }
            self = day
        }

        /// Encodes the day as text.
        ///
        /// - Throws: An `EncodingError`.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(description)
        }

        /// Returns whether a day is before another.
        public static func < (first: Day, second: Day) -> Bool {
            (first.year, first.month, first.day) < (second.year, second.month, second.day)
        }
    }
}
