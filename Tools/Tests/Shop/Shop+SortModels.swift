// Written by "freshet service" from shop.yaml. Changes are overwritten.

extension Shop {
    /// A value of the service, which may get others.
    public struct Sort: OpenText {
        /// The value as the service writes it.
        public let rawValue: String

        /// Makes a value, known or not.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The value `newest`.
        public static var newest: Sort { Sort(rawValue: "newest") }
        /// The value `price-ascending`.
        public static var priceAscending: Sort { Sort(rawValue: "price-ascending") }
        /// The value `price-descending`.
        public static var priceDescending: Sort { Sort(rawValue: "price-descending") }
    }
}
