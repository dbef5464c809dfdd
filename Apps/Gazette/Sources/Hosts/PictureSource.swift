package import Foundation
package import Freshet

/// Fetches pictures for readers from public hosts, and from the origins and networks that the configuration trusts.
///
/// Redirects are followed, each to an address that is allowed. The bytes of a response must be those of a picture; SVG,
/// which may hold scripts, is refused.
package struct PictureSource: Sendable {
    /// A picture of a format that can't contain scripts.
    package struct Picture: Sendable {
        /// The bytes of the picture.
        package let data: Data
        package let type: String
    }

    package enum Refusal: Error {
        /// The address is not allowed.
        case forbidden
        /// There is no picture, or it is not accepted.
        case missing
    }

    /// The greatest size of a picture in bytes, and the longest time to load it.
    static let byteLimit = 8 << 20
    static let timeLimit = Duration.seconds(15)
    private static let redirectLimit = 3

    /// The formats that browsers show. SVG is refused, and others are not known.
    package static let formats: [ImageFormat] = [.png, .jpeg, .gif, .webp]

    private let transport: PublicTransport
    private let plugins: [any ClientPlugin]
    private let accepted: String

    /// - Parameters:
    ///   - trusted: Origins that are allowed whatever their address, through `transport`; `nil` for all.
    ///   - formats: The formats to ask for.
    init(
        trusted: Set<String>?, transport: any Transport, formats: [ImageFormat] = PictureSource.formats,
        networks: [IPAddress.Range] = [], plugins: [any ClientPlugin] = [], resolve: @escaping PublicTransport.Resolver
    ) {
        self.transport = PublicTransport(trusted: trusted, transport: transport, networks: networks, resolve: resolve)
        self.plugins = plugins
        accepted = formats.map(\.mediaType).joined(separator: ", ")
    }

    /// Makes a source that resolves hosts with the system's resolver.
    ///
    /// - Parameters:
    ///   - trusted: The origins that are allowed whatever their address.
    ///   - transport: The transport of requests to these origins.
    ///   - formats: The formats to ask for: those that the reader's screen shows.
    ///   - networks: The networks that are allowed although they are not public.
    ///   - plugins: The plug-ins of the client that sends the requests.
    package init(
        trusted: Set<String>, transport: any Transport, formats: [ImageFormat] = PictureSource.formats,
        networks: [IPAddress.Range] = [], plugins: [any ClientPlugin] = []
    ) {
        self.init(
            trusted: trusted, transport: transport, formats: formats, networks: networks, plugins: plugins,
            resolve: PublicTransport.systemAddresses)
    }

    /// Makes a source that resolves no hosts, and takes the pictures of all origins from a transport, such as a tape.
    package init(from transport: any Transport, formats: [ImageFormat] = PictureSource.formats) {
        self.init(trusted: nil, transport: transport, formats: formats) { _ in [] }
    }

    /// Returns the picture at an address.
    ///
    /// - Throws: An error if the address is not allowed, or there is no picture at it.
    package func picture(at url: URL) async throws -> Picture {
        guard let scheme = url.scheme, ["http", "https"].contains(scheme), url.host()?.isEmpty == false, url.user == nil
        else { throw Refusal.forbidden }
        var configuration = ClientConfiguration(transport: transport, cache: nil)
        configuration.limits.callTimeout = Self.timeLimit
        configuration.limits.bodyBytes = Self.byteLimit
        configuration.limits.redirects = Self.redirectLimit
        configuration.plugins = plugins
        let client = Client(AnyOrigin(), configuration)
        let request = Request<AnyOrigin, Data>(.absolute(url.absoluteString)).header(.accept, accepted)
        let data: Data
        do { data = try await client.value(for: request) } catch {
            throw error.underlying is PublicTransport.Forbidden ? Refusal.forbidden : Refusal.missing
        }
        return try Self.picture(data)
    }

    /// Returns the picture with some bytes, which may be of any kind.
    package static func picture(_ data: Data) throws(Refusal) -> Picture {
        // The icon of a site is often in the format ICO, which no list of formats names.
        if data.starts(with: [0, 0, 1, 0]) { return Picture(data: data, type: "image/x-icon") }
        guard let format = ImageFormat(of: data), format != .svg, format.isWhole(data) else { throw .missing }
        return Picture(data: data, type: format.mediaType)
    }
}
