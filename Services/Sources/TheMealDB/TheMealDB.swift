public import Freshet

/// The API of TheMealDB with its recipes, version 1.
///
/// ```swift
/// let meals = Client(TheMealDB())
/// let found = try await meals.value(for: .search("risotto"))
/// ```
///
/// A search without results isn't an error. It returns an empty list, or `nil` for a single meal.
///
/// See [the documentation of the service](https://www.themealdb.com/api.php).
public struct TheMealDB: Service {
    /// The address of the service, without the key.
    public static let defaultBaseURL = "https://www.themealdb.com/api/json/v1"

    /// The service's public test key.
    public static let testKey = "1"

    /// The address of the service.
    public let baseURL: String
    /// The credentials of the account; `nil` for none.
    public let credentials: Credentials?

    /// Makes the service with a supporter's key or the public test key.
    ///
    /// - Parameters:
    ///   - key: The key, which is sent as a path segment. By default, the public test key.
    ///   - baseURL: The address of the service without the key, or of an emulator or a proxy.
    public init(key: String = Self.testKey, baseURL: String = Self.defaultBaseURL) {
        self.baseURL = baseURL
        credentials = .path(key)
    }
}
