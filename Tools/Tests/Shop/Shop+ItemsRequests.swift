// Written by "freshet service" from shop.yaml. Changes are overwritten.

public import Foundation
public import Freshet

extension Request where API == Shop, Value == Shop.ItemPage {
    /// Lists items, with `GET /items`.
    ///
    /// - Parameters:
    ///   - after: The cursor of the page.
    public static func listItems(
        after: String? = nil,
        perPage: Int? = 20,
        sort: Shop.Sort? = .newest,
        tags: [String]? = nil,
        since: Date? = nil
    ) -> Self {
        Request(
            "items",
            query: [
                "after": after,
                "per_page": perPage,
                "sort": sort,
                "tags": tags,
                "since": since.flatMap(InternetDate.text(of:)),
            ]
        )
    }
}

extension Request where API == Shop, Value == Shop.Item {
    /// Creates an item, with `POST /items`.
    ///
    /// - Parameters:
    ///   - idempotencyKey: The idempotency key. By default, each call has a random one.
    public static func createItem(body: Shop.Item, idempotencyKey: String? = nil) -> Self {
        Request("items", method: .post, body: .json(body))
            .idempotencyKey(idempotencyKey)
    }
}

extension Request where API == Shop, Value == Shop.Item? {
    /// Sends `GET /items/{item_id}`.
    public static func getItem(itemID: UUID, xTrace: String? = nil, theme: String? = nil) -> Self {
        Request("items/\(itemID, as: "item_id")", reading: .decoded(whenEmpty: .some(nil)))
            .header(HTTPField.Name("X-Trace")!, xTrace)
            .header(.cookie, Shop.Fields.cookies([("theme", theme)]))
    }
}

extension Request where API == Shop, Value == Shop.Item {
    /// Sends `PATCH /items/{item_id}`.
    ///
    /// Members that are left unchanged aren't sent.
    public static func updateItem(itemID: UUID, body: Shop.ItemChangePatch) -> Self {
        Request("items/\(itemID, as: "item_id")", method: .patch, body: .json(body))
    }
}

extension Request where API == Shop, Value == Void {
    /// Sends `DELETE /items/{item_id}`.
    @available(*, deprecated, message: "The service has deprecated it.")
    public static func deleteItem(itemID: UUID) -> Self {
        Request("items/\(itemID, as: "item_id")", method: .delete, reading: .nothing)
    }
}

extension PagedRequest where API == Shop, Page == Shop.ItemPage {
    /// The list that begins with ``Request/listItems``, page by page.
    public static func listItems(
        after: String? = nil,
        perPage: Int? = 20,
        sort: Shop.Sort? = .newest,
        tags: [String]? = nil,
        since: Date? = nil
    ) -> Self {
        let first: Request<API, Page> = .listItems(
            after: after,
            perPage: perPage,
            sort: sort,
            tags: tags,
            since: since
        )
        return .cursor(first, item: "after", next: { $0.meta?.next })
    }
}
