// Written by "freshet service" from shop.yaml. Changes are overwritten.

extension Shop {
    /// One of several forms of a value.
    public enum Event: Codable, Hashable, Sendable {
        /// A value of the type `Added`.
        case added(Added)
        /// A value of the type `Removed`.
        case removed(Removed)
        /// A value of another form.
        case unknown(JSON)

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if no form fits.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: MemberKey.self)
            switch try container.decodeIfPresent(String.self, forKey: "type") {
            case "added":
                self = .added(try Added(from: decoder))
            case "removed":
                self = .removed(try Removed(from: decoder))
            default:
                self = .unknown(try JSON(from: decoder))
            }
        }

        /// Encodes the value in its form.
        ///
        /// - Throws: An `EncodingError`.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .added(let value): try container.encode(value)
            case .removed(let value): try container.encode(value)
            case .unknown(let value): try container.encode(value)
            }
        }
    }
}
