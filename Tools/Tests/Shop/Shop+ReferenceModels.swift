// Written by "freshet service" from shop.yaml. Changes are overwritten.

extension Shop {
    /// One of several forms of a value.
    public enum Reference: Codable, Hashable, Sendable {
        /// A value of the type `String`.
        case string(String)
        /// A value of the type `ReferenceOption2`.
        case option2(ReferenceOption2)
        /// A value of the type `ReferenceOption3`.
        case option3(ReferenceOption3)

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if no form fits.
        public init(from decoder: any Decoder) throws {
            var candidates = try Candidates<Self>(decoder, of: "Reference", takesFirst: false)
            candidates.add(String.self, [.string]) { .string($0) }
            candidates.add(ReferenceOption2.self, [.object], required: ["key"]) { .option2($0) }
            candidates.add(ReferenceOption3.self, [.object], required: ["number"]) { .option3($0) }
            self = try candidates.value()
        }

        /// Encodes the value in its form.
        ///
        /// - Throws: An `EncodingError`.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .string(let value): try container.encode(value)
            case .option2(let value): try container.encode(value)
            case .option3(let value): try container.encode(value)
            }
        }
    }
}

extension Shop {
    /// A value of the service.
    public struct ReferenceOption2: Codable, Hashable, Sendable {
        /// The member `key`.
        public var key: String

        /// Makes a value.
        public init(key: String) {
            self.key = key
        }
    }
}

extension Shop {
    /// A value of the service.
    public struct ReferenceOption3: Codable, Hashable, Sendable {
        /// The member `number`.
        public var number: Int

        /// Makes a value.
        public init(number: Int) {
            self.number = number
        }
    }
}
