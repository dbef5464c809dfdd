/// A service without a base URL, for programs that read addresses from elsewhere.
///
/// Each request names its absolute address. It carries no credentials but those that it has itself, which do not follow a redirect
/// to another origin.
///
/// ```swift
/// let web = Client(AnyOrigin())
/// let page = try await web.value(for: Request<AnyOrigin, String>(.absolute(link), reading: .text))
/// ```
public struct AnyOrigin: Service {
    public let baseURL = ""

    public init() {}
}
