import Foundation
import FreshetCore
import FreshetLenientJSON

extension TheMealDB {
    /// What the service answers under its one key: a list, `null` or nothing for none, or a text that says what is wrong.
    struct Answer<Element: Decodable & Sendable>: Decodable, Sendable {
        let elements: [Element]

        private enum CodingKeys: CodingKey { case meals, categories }

        init() { elements = [] }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let key = container.contains(.categories) ? CodingKeys.categories : .meals
            if let message = container.decodeLeniently(String.self, forKey: key) {
                throw ServiceError(code: nil, message: "TheMealDB says: \(message).")
            }
            elements = try container.decodeIfPresent(LossyArray<Element>.self, forKey: key)?.elements ?? []
        }
    }
}

extension Request where API == TheMealDB {
    /// A request for a list. A missing value gives an empty body, which means none; the content type is not to be relied on.
    static func list<Element>(_ path: RequestPath, _ query: Query = [:]) -> Request<TheMealDB, [Element]>
    where Element: Decodable & Sendable, Value == [Element] {
        Request<TheMealDB, TheMealDB.Answer<Element>>(
            path, query: query,
            reading: ResponseReading(accept: "application/json", whenEmpty: TheMealDB.Answer()) { body, _, service in
                try service.decode(TheMealDB.Answer<Element>.self, from: body)
            }
        ).map(\.elements)
    }
}
