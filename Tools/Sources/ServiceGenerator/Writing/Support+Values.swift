extension Support {
    static let openText = Part(
        names: ["OpenText"],
        text: """
            extension SERVICE {
                /// A string of which the service documents some values, and may add others.
                public protocol OpenText: RawRepresentable, Codable, Hashable, Sendable, QueryValue, ExpressibleByStringLiteral,
                    CustomStringConvertible
                where RawValue == String {
                    /// Makes a value, known or not.
                    init(rawValue: String)
                }
            }

            extension SERVICE.OpenText {
                /// Makes a value from a literal.
                public init(stringLiteral value: String) { self.init(rawValue: value) }
                /// The value as the service writes it.
                public var description: String { rawValue }
                /// The value for a query.
                public var queryTexts: [String] { [rawValue] }
            }
            """)

    static let openNumber = Part(
        names: ["OpenNumber"],
        text: """
            extension SERVICE {
                /// An integer of which the service documents some values, and may add others.
                public protocol OpenNumber: RawRepresentable, Codable, Hashable, Sendable, QueryValue, ExpressibleByIntegerLiteral
                where RawValue == Int {
                    /// Makes a value, known or not.
                    init(rawValue: Int)
                }
            }

            extension SERVICE.OpenNumber {
                /// Makes a value from a literal.
                public init(integerLiteral value: Int) { self.init(rawValue: value) }
                /// The value for a query.
                public var queryTexts: [String] { [String(rawValue)] }
            }
            """)

    static let json = Part(
        names: ["JSON"],
        text: """
            extension SERVICE {
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
            """)

    static let memberKey = Part(
        names: ["MemberKey"],
        text: """
            extension SERVICE {
                /// The key of any member of an object.
                struct MemberKey: CodingKey, ExpressibleByStringLiteral {
                    let stringValue: String
                    var intValue: Int? { nil }

                    init(stringValue: String) { self.stringValue = stringValue }
                    init?(intValue: Int) { nil }
                    init(stringLiteral value: String) { stringValue = value }
                }
            }
            """)

    static let others = Part(
        names: ["decodeOthers", "encodeOthers"],
        text: """
            extension KeyedDecodingContainer where Key == SERVICE.MemberKey {
                /// Decodes the members that aren't known by name.
                func decodeOthers<Value: Decodable>(_ type: Value.Type, besides known: Set<String>) throws -> [String: Value] {
                    var values: [String: Value] = [:]
                    for key in allKeys where !known.contains(key.stringValue) {
                        values[key.stringValue] = try decode(type, forKey: key)
                    }
                    return values
                }
            }

            extension KeyedEncodingContainer where Key == SERVICE.MemberKey {
                /// Encodes the members that aren't known by name.
                mutating func encodeOthers<Value: Encodable>(_ values: [String: Value]) throws {
                    for (key, value) in values { try encode(value, forKey: SERVICE.MemberKey(stringValue: key)) }
                }
            }
            """)

    static let boxed = Part(
        names: ["Boxed"],
        text: """
            extension SERVICE {
                /// A value on the heap, so that a type can contain itself.
                @propertyWrapper
                public indirect enum Boxed<Value> {
                    /// The value.
                    case value(Value)

                    /// Boxes a value.
                    public init(wrappedValue: Value) { self = .value(wrappedValue) }

                    /// The value.
                    public var wrappedValue: Value {
                        get {
                            switch self {
                            case .value(let value): value
                            }
                        }
                        set { self = .value(newValue) }
                    }
                }
            }

            extension SERVICE.Boxed: Equatable where Value: Equatable {}
            extension SERVICE.Boxed: Hashable where Value: Hashable {}
            extension SERVICE.Boxed: Sendable where Value: Sendable {}

            extension SERVICE.Boxed: Decodable where Value: Decodable {
                /// Decodes the value itself.
                ///
                /// - Throws: The error of the value.
                public init(from decoder: any Decoder) throws {
                    self = .value(try decoder.singleValueContainer().decode(Value.self))
                }
            }

            extension SERVICE.Boxed: Encodable where Value: Encodable {
                /// Encodes the value itself.
                ///
                /// - Throws: The error of the value.
                public func encode(to encoder: any Encoder) throws {
                    var container = encoder.singleValueContainer()
                    try container.encode(wrappedValue)
                }
            }

            extension KeyedDecodingContainer {
                /// Decodes a boxed value that may be missing.
                func decode<Value: Decodable>(
                    _ type: SERVICE.Boxed<Value?>.Type, forKey key: Key
                ) throws -> SERVICE.Boxed<Value?> {
                    SERVICE.Boxed(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
                }
            }

            extension KeyedEncodingContainer {
                /// Encodes a boxed value that may be missing.
                mutating func encode<Value: Encodable>(_ box: SERVICE.Boxed<Value?>, forKey key: Key) throws {
                    try encodeIfPresent(box.wrappedValue, forKey: key)
                }
            }
            """)

    static let textual = Part(
        names: ["Textual"],
        text: """
            extension SERVICE {
                /// A number that can be written as text without loss.
                public protocol TextualNumber: Hashable, Sendable, CustomStringConvertible {
                    /// Reads a number; `nil` if the text isn't one.
                    init?(numberText: String)
                }

                /// A number that the service writes as text.
                public struct Textual<Value: TextualNumber>: Codable, Hashable, Sendable {
                    /// The number.
                    public var value: Value

                    /// Makes a number.
                    public init(_ value: Value) { self.value = value }

                    /// Decodes the number from text.
                    ///
                    /// - Throws: A `DecodingError` if the text isn't a number.
                    public init(from decoder: any Decoder) throws {
                        let container = try decoder.singleValueContainer()
                        let text = try container.decode(String.self)
                        guard let value = Value(numberText: text) else {
                            throw DecodingError.dataCorruptedError(
                                in: container, debugDescription: "The text isn't a number.")
                        }
                        self.value = value
                    }

                    /// Encodes the number as text.
                    ///
                    /// - Throws: An `EncodingError`.
                    public func encode(to encoder: any Encoder) throws {
                        var container = encoder.singleValueContainer()
                        try container.encode(value.description)
                    }
                }
            }

            extension Int: SERVICE.TextualNumber {
                /// Reads a number; `nil` if the text isn't one.
                public init?(numberText: String) { self.init(numberText) }
            }

            extension Int64: SERVICE.TextualNumber {
                /// Reads a number; `nil` if the text isn't one.
                public init?(numberText: String) { self.init(numberText) }
            }

            extension UInt64: SERVICE.TextualNumber {
                /// Reads a number; `nil` if the text isn't one.
                public init?(numberText: String) { self.init(numberText) }
            }

            extension Decimal: SERVICE.TextualNumber {
                /// Reads a number; `nil` if the text isn't one.
                public init?(numberText: String) {
                    // Foundation ignores what follows a number.
                    guard numberText.allSatisfy({ $0.isNumber || "+-.eE".contains($0) }) else { return nil }
                    self.init(string: numberText)
                }
            }

            extension SERVICE.Textual: QueryValue {
                /// The number as text.
                public var queryTexts: [String] { [value.description] }
            }

            extension SERVICE.Textual: ExpressibleByIntegerLiteral where Value: ExpressibleByIntegerLiteral {
                /// Makes a number from a literal.
                public init(integerLiteral value: Value.IntegerLiteralType) { self.value = Value(integerLiteral: value) }
            }
            """)

    static let day = Part(
        names: ["Day"],
        text: """
            extension SERVICE {
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
                        guard parts.count == 3, parts.map(\\.count) == [4, 2, 2] else { return nil }
                        let numbers = parts.compactMap { $0.allSatisfy(\\.isNumber) ? Int($0) : nil }
                        guard numbers.count == 3, (1...12).contains(numbers[1]), (1...31).contains(numbers[2]) else {
                            return nil
                        }
                        self.init(year: numbers[0], month: numbers[1], day: numbers[2])
                    }

                    /// The day as text, such as `2026-03-01`.
                    public var description: String {
                        "\\(Self.padded(year, to: 4))-\\(Self.padded(month, to: 2))-\\(Self.padded(day, to: 2))"
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
            """)
}
