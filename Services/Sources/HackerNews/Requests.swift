public import Freshet
import FreshetLenientJSON

// For an unknown id the service sends `null` with status 200, which is `nil` or an empty list.

extension Request where API == HackerNews, Value == [Int] {
    /// The ids of a list, in its order.
    public static func list(_ list: HackerNews.StoryList) -> Self {
        Request<HackerNews, HackerNews.IDList>(RequestPath(list.file, template: list.file)).map(\.ids)
    }
}

extension Request where API == HackerNews, Value == HackerNews.Item? {
    /// An item; `nil` if it does not exist or is not public.
    public static func item(_ id: Int) -> Self { Request("item/\(id, as: "id").json") }
}

extension Request where API == HackerNews, Value == HackerNews.User? {
    /// A user by the case-sensitive name; `nil` if there is none with public activity.
    public static func user(_ name: String) -> Self {
        // In Firebase a slash separates keys, so no user name contains one.
        Request("user/\(name, as: "name").json")
            .requiring(!name.isEmpty && !name.contains("/"), otherwise: "no user is named \"\(name)\"")
    }
}

extension Request where API == HackerNews, Value == Int {
    /// The highest item id.
    public static var maximumItem: Self { Request("maxitem.json") }
}

extension Request where API == HackerNews, Value == HackerNews.Updates {
    /// The recently changed items and users.
    public static var updates: Self { Request("updates.json") }
}

extension HackerNews {
    /// A list of ids as the database sends it: an array, an object with numbers as keys, or nothing.
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
