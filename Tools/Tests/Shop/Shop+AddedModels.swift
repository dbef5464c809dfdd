// Written by "freshet service" from shop.yaml. Changes are overwritten.

extension Shop {
    /// A value of the service.
    public struct Added: Codable, Hashable, Sendable {
        /// The member `type`.
        public var type: String
        /// The member `item`.
        public var item: Item

        /// Makes a value.
        public init(type: String = "added", item: Item) {
            self.type = type
            self.item = item
        }
    }
}
