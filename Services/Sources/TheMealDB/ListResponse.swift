import Foundation
import Freshet
import FreshetLenientJSON

extension TheMealDB {
    /// The value of a response's only key, which is a list, `null` or nothing for an empty list, or
    /// a string with an error.
    struct ListResponse<Element: Decodable & Sendable>: Decodable, Sendable {
        let elements: [Element]

        private enum CodingKeys: CodingKey { case meals, categories }

        init() { elements = [] }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let key = container.contains(.categories) ? CodingKeys.categories : .meals
            if let message = container.decodeText(forKey: key), !EmptyList.isNamed(by: message) {
                throw ServiceError(code: nil, message: "TheMealDB reports: \(message).")
            }
            elements = try container.decodeIfPresent(LossyArray<Element>.self, forKey: key)?.elements ?? []
        }
    }
}

extension Request where API == TheMealDB {
    /// Returns a request for a list. An empty body means an empty list. The content type isn't
    /// checked because it is unreliable.
    static func list<Element>(_ path: RequestPath, _ query: Query = [:]) -> Request<TheMealDB, [Element]>
    where Element: Decodable & Sendable, Value == [Element] {
        Request<TheMealDB, TheMealDB.ListResponse<Element>>(
            path, query: query,
            reading: ResponseReading(accept: "application/json", whenEmpty: TheMealDB.ListResponse()) {
                body, _, service in
                try service.decode(TheMealDB.ListResponse<Element>.self, from: body)
            }
        ).named("list").map(\.elements)
    }
}
