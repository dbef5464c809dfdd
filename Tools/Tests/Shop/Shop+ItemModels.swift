// Written by "freshet service" from shop.yaml. Changes are overwritten.

public import Foundation
public import Freshet

extension Shop {
    /// An item of the shop.
    public struct Item: Codable, Hashable, Sendable {
        /// The member `id`.
        public var id: UUID
        /// The name.
        public var name: String
        /// The member `price`.
        public var price: Textual<Decimal>
        /// The member `stock`.
        public var stock: Int?
        /// The member `serial_number`.
        public var serialNumber: Textual<Int64>?
        /// The member `added_at`.
        public var addedAt: Date?
        /// The member `best_before`.
        public var bestBefore: Day?
        /// The member `page_url`.
        public var pageURL: URL?
        /// The member `thumbnail`.
        public var thumbnail: Data?
        /// The member `kind`.
        public var kind: ItemKind?
        /// The member `parent`.
        @Boxed public var parent: Item?
        /// The member `parts`.
        public var parts: [Item]?

        /// Makes a value.
        public init(
            id: UUID,
            name: String,
            price: Textual<Decimal>,
            stock: Int? = nil,
            serialNumber: Textual<Int64>? = nil,
            addedAt: Date? = nil,
            bestBefore: Day? = nil,
            pageURL: URL? = nil,
            thumbnail: Data? = nil,
            kind: ItemKind? = nil,
            parent: Item? = nil,
            parts: [Item]? = nil
        ) {
            self.id = id
            self.name = name
            self.price = price
            self.stock = stock
            self.serialNumber = serialNumber
            self.addedAt = addedAt
            self.bestBefore = bestBefore
            self.pageURL = pageURL
            self.thumbnail = thumbnail
            self.kind = kind
            self.parent = parent
            self.parts = parts
        }

        /// Encodes the value. Required members without a value are sent as null.
        ///
        /// - Throws: An `EncodingError`.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
            try container.encode(name, forKey: .name)
            try container.encode(price, forKey: .price)
            try container.encode(stock, forKey: .stock)
            try container.encodeIfPresent(serialNumber, forKey: .serialNumber)
            try container.encodeIfPresent(addedAt, forKey: .addedAt)
            try container.encodeIfPresent(bestBefore, forKey: .bestBefore)
            try container.encodeIfPresent(pageURL, forKey: .pageURL)
            try container.encodeIfPresent(thumbnail, forKey: .thumbnail)
            try container.encodeIfPresent(kind, forKey: .kind)
            try container.encodeIfPresent(parent, forKey: .parent)
            try container.encodeIfPresent(parts, forKey: .parts)
        }

        enum CodingKeys: String, CodingKey {
            case id
            case name
            case price
            case stock
            case serialNumber = "serial_number"
            case addedAt = "added_at"
            case bestBefore = "best_before"
            case pageURL = "page_url"
            case thumbnail
            case kind
            case parent
            case parts
        }
    }
}

extension Shop {
    /// Changes to a value of the type ``ItemChange``.
    ///
    /// A member that is left unchanged isn't sent, and a removed one is sent as null.
    public struct ItemChangePatch: Encodable, Sendable {
        /// The member `name`.
        public var name: String?
        /// The member `stock`.
        public var stock: MergePatchMember<Int>
        /// The member `added_at`.
        public var addedAt: MergePatchMember<Date>

        /// Makes changes; by default, none.
        public init(
            name: String? = nil,
            stock: MergePatchMember<Int> = .unchanged,
            addedAt: MergePatchMember<Date> = .unchanged
        ) {
            self.name = name
            self.stock = stock
            self.addedAt = addedAt
        }

        enum CodingKeys: String, CodingKey {
            case name
            case stock
            case addedAt = "added_at"
        }
    }
}

extension Shop {
    /// A value of the service, which may get others.
    public struct ItemKind: OpenText {
        /// The value as the service writes it.
        public let rawValue: String

        /// Makes a value, known or not.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The value `tea`.
        public static var tea: ItemKind { ItemKind(rawValue: "tea") }
        /// The value `coffee`.
        public static var coffee: ItemKind { ItemKind(rawValue: "coffee") }
    }
}

extension Shop {
    /// A value of the service.
    public struct ItemPage: Decodable, Hashable, Sendable {
        /// The member `items`.
        public var items: [Item]
        /// The member `meta`.
        public var meta: ItemPageMeta?
        /// The member `facts`.
        public var facts: Facts?
    }
}

extension Shop {
    /// A value of the service.
    public struct ItemPageMeta: Decodable, Hashable, Sendable {
        /// The member `next`.
        public var next: String?
    }
}
