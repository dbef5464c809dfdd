public import Freshet
import FreshetLenientJSON

// For an unknown id, the service sends `null` with status 200, which is read as `nil` or an empty list.

extension Request where API == HackerNews, Value == [Int] {
    /// Requests the ids of a list, in order.
    public static func list(_ list: HackerNews.StoryList) -> Self {
        Request<HackerNews, HackerNews.IDList>(RequestPath(list.file, template: list.file)).map(\.ids)
    }
}

extension Request where API == HackerNews, Value == HackerNews.Item? {
    /// Requests an item. The value is `nil` if it doesn't exist or isn't public.
    public static func item(_ id: Int) -> Self { Request("item/\(id, as: "id").json") }
}

extension Request where API == HackerNews, Value == HackerNews.User? {
    /// Requests a user by case-sensitive name. The value is `nil` if there is no such user with
    /// public activity.
    public static func user(_ name: String) -> Self {
        // In Firebase, a slash separates keys, so no user name contains one.
        Request("user/\(name, as: "name").json")
            .requiring(!name.isEmpty && !name.contains("/"), otherwise: "no user is named \"\(name)\"")
    }
}

extension Request where API == HackerNews, Value == Int {
    /// Requests the highest item id.
    public static var maximumItem: Self { Request("maxitem.json") }
}

extension Request where API == HackerNews, Value == HackerNews.Updates {
    /// Requests the recently changed items and users.
    public static var updates: Self { Request("updates.json") }
}

extension HackerNews {
    /// A list of ids in any form that the database uses: an array, an object with numeric keys, or
    /// `null`.
    struct IDList: Decodable, Sendable {
        let ids: [Int]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                ids = []
            } else if let parts = try? container.decode([String: Int].self) {
                ids = parts.compactMap { key, id in Int(key).map { ($0, id) } }.sorted { $0.0 < $1.0 }.map(\.1)
            } else {
                ids = try container.decode(LossyArray<Int>.self).elements
            }
        }
    }
}
