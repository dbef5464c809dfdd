/// A service without a base URL, for programs that get absolute addresses.
///
/// Each request names its absolute address. It carries only the credentials in its own fields, which are not sent to
/// another origin after a redirect.
///
/// ```swift
/// let web = Client(AnyOrigin())
/// let page = try await web.value(for: Request<AnyOrigin, String>(.absolute(link), reading: .text))
/// ```
public struct AnyOrigin: Service {
    /// Empty: each request names its whole address.
    public let baseURL = ""

    /// Makes the service.
    public init() {}
}
