public import Freshet

/// The recipes of TheMealDB, version 1.
///
/// ```swift
/// let meals = Client(TheMealDB())
/// let found = try await meals.value(for: .search("risotto"))
/// ```
///
/// A search without a result returns an empty list, or `nil` for a single meal; it is not an error.
///
/// See [the documentation of the service](https://www.themealdb.com/api.php).
public struct TheMealDB: Service {
    /// The address of the service, without the key.
    public static let defaultBaseURL = "https://www.themealdb.com/api/json/v1"

    /// The public key of the service.
    public static let testKey = "1"

    /// The address of the service.
    public let baseURL: String
    /// The credentials of the account; `nil` for none.
    public let credentials: Credentials?

    /// Makes the service with a supporter's key or the public test key.
    ///
    /// - Parameters:
    ///   - key: The key, which is sent as a segment of the path; the public test key by default.
    ///   - baseURL: The address of the service without the key, or of an emulator or a proxy.
    public init(key: String = Self.testKey, baseURL: String = Self.defaultBaseURL) {
        self.baseURL = baseURL
        credentials = .path(key)
    }
}
