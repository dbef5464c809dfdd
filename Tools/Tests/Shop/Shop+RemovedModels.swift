// Written by "freshet service" from shop.yaml. Changes are overwritten.

extension Shop {
    /// A value of the service.
    public struct Removed: Codable, Hashable, Sendable {
        /// The member `type`.
        public var type: String
        /// The member `id`.
        public var id: Reference

        /// Makes a value.
        public init(type: String = "removed", id: Reference) {
            self.type = type
            self.id = id
        }
    }
}
