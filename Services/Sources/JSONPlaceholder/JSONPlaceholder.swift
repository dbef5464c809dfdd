public import Freshet

/// The JSONPlaceholder test API, with posts, comments, albums, photos, to-dos and users.
///
/// ```swift
/// let people = Client(JSONPlaceholder())
/// let users = try await people.value(for: .all(JSONPlaceholder.User.self))
/// ```
///
/// Writes return a success response but change nothing on the server.
///
/// See [the guide of the service](https://jsonplaceholder.typicode.com/guide/).
public struct JSONPlaceholder: Service {
    /// The address of the service.
    public static let defaultBaseURL = "https://jsonplaceholder.typicode.com"

    /// The address of the service.
    public let baseURL: String

    /// - Parameter baseURL: The address of the service, or of an emulator or a proxy.
    public init(baseURL: String = Self.defaultBaseURL) {
        self.baseURL = baseURL
    }
}
