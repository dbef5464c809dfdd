public import FreshetCore

/// JSONPlaceholder: posts, comments, albums, photos, todos and users to practise with.
///
/// ```swift
/// let people = Client(JSONPlaceholder())
/// let users = try await people.value(for: .all(JSONPlaceholder.User.self))
/// ```
///
/// Writes are answered as if they had happened, and change nothing.
///
/// See [the guide of the service](https://jsonplaceholder.typicode.com/guide/).
public struct JSONPlaceholder: Service {
    /// The address of the service.
    public static let defaultBaseURL = "https://jsonplaceholder.typicode.com"

    public let baseURL: String

    /// - Parameter baseURL: Where the service answers; another address for an emulator or a proxy.
    public init(baseURL: String = Self.defaultBaseURL) {
        self.baseURL = baseURL
    }
}
