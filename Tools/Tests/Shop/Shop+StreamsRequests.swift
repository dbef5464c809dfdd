// Written by "freshet service" from shop.yaml. Changes are overwritten.

public import Freshet

extension Request where API == Shop, Value == Shop.ItemPage {
    /// Sends `POST /search`.
    public static func search(body: Shop.Facts) -> Self {
        Request("search", method: .post, body: .form(Shop.Fields.form(body)))
    }
}

extension Request where API == Shop, Value == Shop.Event {
    /// Sends `POST /search`.
    ///
    /// Read the events with `client.events(for:)`.
    public static func searchEvents(body: Shop.Facts) -> Self {
        Request("search", method: .post, body: .form(Shop.Fields.form(body)))
    }

    /// Sends `POST /log`.
    ///
    /// Read the values with `client.values(for:)`.
    public static func log(body: [Shop.Event]) -> Self {
        Request("log", method: .post, body: .json(body, encoder: Shop.JSONLines()))
            .header(.contentType, "application/jsonl")
    }
}
