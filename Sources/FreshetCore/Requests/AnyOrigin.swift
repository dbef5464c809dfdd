public import FreshetJSON

/// A service without a base URL, for programs that use absolute URLs.
///
/// Each request has an absolute URL. It carries only the credentials in its own header fields,
/// which aren't sent to another origin after a redirect.
///
/// ```swift
/// let web = Client(AnyOrigin())
/// let users = try await web.value(at: "https://users.example/users", as: [User].self)
/// let page = try await web.value(for: Request<AnyOrigin, String>(.absolute(link), reading: .text))
/// ```
public struct AnyOrigin: Service {
    /// An empty text, since each request has an absolute URL.
    public let baseURL = ""
    /// The decoder of bodies.
    public let decoder: any BodyDecoder

    /// Makes the service.
    ///
    /// - Parameter decoder: The decoder of bodies, such as `JSONDecoder.snakeCaseConverting`. The
    ///   default is the default decoder of all services: ``Service/decoder``.
    public init(decoder: any BodyDecoder = FreshetJSONDecoder.freshet) {
        self.decoder = decoder
    }
}
