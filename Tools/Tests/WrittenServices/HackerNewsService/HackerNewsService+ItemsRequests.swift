// Written by "freshet service" from hackernews.yaml. Changes are overwritten.

public import Freshet

extension Request where API == HackerNewsService, Value == [Int]? {
    /// Requests the ids of a list, in order, with `GET /{list}.json`.
    public static func list(list: HackerNewsService.StoryList) -> Self {
        Request("\(list, as: "list").json", reading: .decoded(whenEmpty: .some(nil)))
    }
}

extension Request where API == HackerNewsService, Value == HackerNewsService.Item? {
    /// Requests an item, with `GET /item/{id}.json`.
    public static func item(id: Int) -> Self {
        Request("item/\(id, as: "id").json", reading: .decoded(whenEmpty: .some(nil)))
    }
}

extension Request where API == HackerNewsService, Value == Int {
    /// Requests the highest item id, with `GET /maxitem.json`.
    public static func maximumItem() -> Self {
        Request("maxitem.json")
    }
}

extension Request where API == HackerNewsService, Value == HackerNewsService.Updates {
    /// Requests the recently changed items and users, with `GET /updates.json`.
    public static func updates() -> Self {
        Request("updates.json")
    }
}
