import Dispatch
public import Foundation
public import Freshet
import FreshetCombine
import NIOConcurrencyHelpers

/// Fetches pictures for readers from public hosts, and from the origins that the configuration trusts.
///
/// A host is resolved, each of its addresses is checked, and the connection is made to a checked address, so that the
/// name can't resolve to another one in between. Redirects are not followed. The bytes of a response must be those of a
/// picture; SVG, which may hold scripts, is refused.
public struct PictureSource: Sendable {
    /// A picture of a format that can't contain scripts.
    public struct Picture: Sendable {
        /// The bytes of the picture.
        public let data: Data
        let type: String
    }

    enum Refusal: Error {
        /// The address is not allowed.
        case forbidden
        /// There is no picture, or it is not accepted.
        case missing
    }

    private struct Host: Service {
        let baseURL: String
    }

    /// The greatest size of a picture in bytes, and the longest time to load it.
    static let byteLimit = 8 << 20
    static let timeLimit = Duration.seconds(15)

    /// The formats that browsers show. SVG is refused, and others are not known.
    public static let formats: [ImageFormat] = [.png, .jpeg, .gif, .webp]

    /// `nil` if all are trusted.
    private let trusted: Set<String>?
    private let transport: any Transport
    private let plugins: [any ClientPlugin]
    private let accepted: String
    private let connections = Connections()
    private let resolve: @Sendable (String) async -> [HostAddress]

    /// - Parameters:
    ///   - trusted: Origins that are allowed whatever their address, through `transport`; `nil` for all.
    ///   - formats: The formats to ask for.
    init(
        trusted: Set<String>?, transport: any Transport, formats: [ImageFormat] = PictureSource.formats,
        plugins: [any ClientPlugin] = [], resolve: @escaping @Sendable (String) async -> [HostAddress]
    ) {
        self.trusted = trusted
        self.transport = transport
        self.plugins = plugins
        accepted = formats.map(\.mediaType).joined(separator: ", ")
        self.resolve = resolve
    }

    /// Makes a source that resolves hosts with the system's resolver.
    ///
    /// - Parameters:
    ///   - trusted: The origins that are allowed whatever their address.
    ///   - transport: The transport of requests to these origins.
    ///   - formats: The formats to ask for: those that the reader's screen shows.
    ///   - plugins: The plug-ins of the client that sends the requests.
    public init(
        trusted: Set<String>, transport: any Transport, formats: [ImageFormat] = PictureSource.formats,
        plugins: [any ClientPlugin] = []
    ) {
        self.init(
            trusted: trusted, transport: transport, formats: formats, plugins: plugins, resolve: Self.systemAddresses)
    }

    /// Makes a source that resolves no hosts, and takes the pictures of all origins from a transport, such as a tape.
    public init(from transport: any Transport, formats: [ImageFormat] = PictureSource.formats) {
        self.init(trusted: nil, transport: transport, formats: formats) { _ in [] }
    }

    /// Returns the picture at an address.
    ///
    /// - Throws: An error if the address is not allowed, or there is no picture at it.
    public func picture(at url: URL) async throws -> Picture {
        guard let scheme = url.scheme, ["http", "https"].contains(scheme), let host = url.host(), !host.isEmpty,
            url.user == nil, url.port == nil || url.port == 80 || url.port == 443
        else { throw Refusal.forbidden }
        let isTrusted = trusted?.contains("\(scheme)://\(host)") ?? true
        let transport = isTrusted ? transport : try await guardedTransport(to: host)
        var configuration = ClientConfiguration(transport: transport, cache: nil)
        configuration.limits.callTimeout = Self.timeLimit
        configuration.limits.bodyBytes = Self.byteLimit
        configuration.limits.redirects = 0
        configuration.plugins = plugins
        let client = Client(Host(baseURL: "\(scheme)://\(host)"), configuration)
        let request = Request<Host, Data>(.absolute(url.absoluteString)).header(.accept, accepted)
        guard let data = try? await client.value(for: request), let format = ImageFormat(of: data), format != .svg,
            format.isWhole(data)
        else {
            throw Refusal.missing
        }
        return Picture(data: data, type: format.mediaType)
    }

    private func guardedTransport(to host: String) async throws -> any Transport {
        // A name that also resolves to a private address is refused, even if its other addresses are public.
        let addresses = await resolve(host.trimmingCharacters(in: CharacterSet(charactersIn: "[]")))
        guard let first = addresses.first else { throw Refusal.missing }
        guard addresses.allSatisfy({ AddressGuard.isPublic($0.bytes) }) else { throw Refusal.forbidden }
        return connections.transport(to: host, at: first.text)
    }

    /// Resolves a host on a new queue, which gets its own thread, since the call blocks.
    /// On Linux, the threads of the global queues are those of the tasks.
    @Sendable static func systemAddresses(of host: String) async -> [HostAddress] {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "gazette.names").async {
                continuation.resume(returning: HostAddress.addresses(of: host))
            }
        }
    }

    /// Transports that connect to checked addresses; the least recently used one is removed first.
    private final class Connections: Sendable {
        private static let limit = 32
        private let kept = NIOLockedValueBox<[(key: String, transport: AsyncHTTPClientTransport)]>([])

        func transport(to host: String, at address: String) -> AsyncHTTPClientTransport {
            let key = "\(host) \(address)"
            return kept.withLockedValue { kept in
                if let index = kept.firstIndex(where: { $0.key == key }) {
                    let entry = kept.remove(at: index)
                    kept.append(entry)
                    return entry.transport
                }
                var configuration = AsyncHTTPClientTransport.Configuration()
                configuration.addresses = [host: address]
                let transport = AsyncHTTPClientTransport(configuration)
                kept.append((key, transport))
                if kept.count > Self.limit { kept.removeFirst() }
                return transport
            }
        }
    }
}
