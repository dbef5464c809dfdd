// Written by "freshet service" from shop.yaml. Changes are overwritten.

extension Shop {
    /// A value of the service.
    public struct Failure: Decodable, Hashable, Sendable {
        /// The member `message`.
        public var message: String
        /// The member `code`.
        public var code: String?
    }
}
