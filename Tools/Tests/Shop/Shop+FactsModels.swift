// Written by "freshet service" from shop.yaml. Changes are overwritten.

extension Shop {
    /// A value of the service.
    public struct Facts: Encodable, Hashable, Sendable {
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
