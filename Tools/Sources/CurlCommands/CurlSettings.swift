/// The settings of a curl command that aren't sent.
struct CurlSettings: Sendable, Hashable {
    /// The time limit of the whole call, in seconds.
    var timeout: Double?
    /// The time limit for opening a connection, in seconds.
    var connectTimeout: Double?
    /// The address of the proxy, without credentials.
    var proxy: String?
    var proxyUser: CurlUser?
    /// The number of retries.
    var retries: Int?
    /// The maximum size of the body, in bytes.
    var bodyLimit: Int?
    /// Whether redirects are followed.
    var followsRedirects = true
}
