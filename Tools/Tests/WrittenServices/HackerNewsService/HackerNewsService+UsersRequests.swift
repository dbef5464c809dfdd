// Written by "freshet service" from hackernews.yaml. Changes are overwritten.

public import Freshet

extension Request where API == HackerNewsService, Value == HackerNewsService.User? {
    /// Requests a user by case-sensitive name, with `GET /user/{name}.json`.
    public static func user(name: String) -> Self {
        Request("user/\(name, as: "name").json", reading: .decoded(whenEmpty: .some(nil)))
    }
}
