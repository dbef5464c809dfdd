// Written by "freshet service" from shop.yaml. Changes are overwritten.

extension Shop {
    /// A value of the service.
    public struct Facts: Codable, Hashable, Sendable {
        /// The member `color`.
        public var color: String
        /// The member `weight`.
        public var weight: Int?
        /// The properties that the service doesn't document by name.
        public var additionalProperties: [String: String]

        /// Makes a value.
        public init(color: String, weight: Int? = nil, additionalProperties: [String: String] = [:]) {
            self.color = color
            self.weight = weight
            self.additionalProperties = additionalProperties
        }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError`.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: MemberKey.self)
            color = try container.decode(String.self, forKey: "color")
            weight = try container.decodeIfPresent(Int.self, forKey: "weight")
            additionalProperties = try container.decodeOthers(String.self, besides: ["color", "weight"])
        }

        /// Encodes the value.
        ///
        /// - Throws: An `EncodingError`.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: MemberKey.self)
            try container.encode(color, forKey: "color")
            try container.encodeIfPresent(weight, forKey: "weight")
            try container.encodeOthers(additionalProperties)
        }
    }
}
