public import FreshetJSON

/// A service without a base URL, for programs that get absolute addresses.
///
/// Each request names its absolute address. It carries only the credentials in its own fields, which are not sent to
/// another origin after a redirect.
///
/// ```swift
/// let web = Client(AnyOrigin())
/// let users = try await web.value(at: "https://users.example/users", as: [User].self)
/// let page = try await web.value(for: Request<AnyOrigin, String>(.absolute(link), reading: .text))
/// ```
public struct AnyOrigin: Service {
    /// Empty: each request names its whole address.
    public let baseURL = ""
    /// The decoder of bodies.
    public let decoder: any BodyDecoder

    /// Makes the service.
    ///
    /// - Parameter decoder: The decoder of bodies, such as `JSONDecoder.snakeCaseConverting`. By default that of all
    ///   services: ``Service/decoder``.
    public init(decoder: any BodyDecoder = FreshetJSONDecoder.freshet) {
        self.decoder = decoder
    }
}
