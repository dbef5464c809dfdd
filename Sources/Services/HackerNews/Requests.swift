public import FreshetCore
import FreshetLenientJSON

// What is not there answers `null` with status 200, which reads as `nil` or as an empty list.

extension Request where API == HackerNews, Value == [Int] {
    /// The ids of a list, in its order.
    public static func list(_ list: HackerNews.StoryList) -> Self {
        Request<HackerNews, HackerNews.IDList>(RequestPath(list.file)).map(\.ids)
    }
}

extension Request where API == HackerNews, Value == HackerNews.Item? {
    /// An item; `nil` when there is none of that number, or none to be seen.
    public static func item(_ id: Int) -> Self { Request("item/\(id).json") }
}

extension Request where API == HackerNews, Value == HackerNews.User? {
    /// A user by the name, in which case matters; `nil` when there is none who has written in public.
    public static func user(_ name: String) -> Self {
        // Firebase takes a slash in a key for a step down, so a name that holds one is nobody's.
        Request("user/\(name).json")
            .requiring(!name.isEmpty && !name.contains("/"), "no user is named \"\(name)\"")
    }
}

extension Request where API == HackerNews, Value == Int {
    /// The highest number of an item.
    public static var maximumItem: Self { Request("maxitem.json") }
}

extension Request where API == HackerNews, Value == HackerNews.Updates {
    /// The items and users that have changed lately.
    public static var updates: Self { Request("updates.json") }
}

extension HackerNews {
    /// A list of ids as the database gives it: an array, an object of the numbered parts of one, or nothing.
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
