public import FreshetCore

/// The recipes of TheMealDB, version 1.
///
/// ```swift
/// let meals = Client(TheMealDB())
/// let found = try await meals.value(for: .search("risotto"))
/// ```
///
/// Finding nothing is an empty list, or `nil` where one meal was asked for; it is no error.
///
/// See [the documentation of the service](https://www.themealdb.com/api.php).
public struct TheMealDB: Service {
    /// The address of the service, without the key.
    public static let defaultBaseURL = "https://www.themealdb.com/api/json/v1"

    /// The key that anybody may use.
    public static let testKey = "1"

    public let baseURL: String
    public let credentials: Credentials?

    /// Describes the service for one supporter.
    ///
    /// - Parameters:
    ///   - key: A supporter's key; the service takes it as a piece of the path.
    ///   - baseURL: Where the service answers, without the key; another address for an emulator or a proxy.
    public init(key: String = Self.testKey, baseURL: String = Self.defaultBaseURL) {
        self.baseURL = baseURL
        credentials = .path(key)
    }
}
