import Dispatch
public import Foundation
public import Freshet
import FreshetCombine
import NIOConcurrencyHelpers

/// Fetches pictures for readers: from public hosts, and from the origins that the configuration vouches for.
///
/// A host is resolved, each of its addresses judged, and the connection made to the one that was judged, so that a name
/// can't lead elsewhere between the two. Redirects are not followed. What comes must be a picture by its bytes; SVG, which
/// may hold scripts, is refused.
public struct PictureSource: Sendable {
    /// A picture of a format that browsers only paint.
    public struct Picture: Sendable {
        /// The bytes of the picture.
        public let data: Data
        let type: String
    }

    enum Refusal: Error {
        /// The address is not allowed.
        case forbidden
        /// There is no picture, or none that is taken.
        case missing
    }

    private struct Host: Service {
        let baseURL: String
    }

    /// The most bytes of a picture, and the longest time it may take.
    static let byteLimit = 8 << 20
    static let timeLimit = Duration.seconds(15)

    private let trusted: Set<String>
    private let transport: any Transport
    private let connections = Connections()
    private let resolve: @Sendable (String) async -> [HostAddress]

    /// - Parameters:
    ///   - trusted: Origins that are allowed whatever their address, through `transport`.
    init(
        trusted: Set<String>, transport: any Transport,
        resolve: @escaping @Sendable (String) async -> [HostAddress]
    ) {
        self.trusted = trusted
        self.transport = transport
        self.resolve = resolve
    }

    /// Makes a source that asks the system for the addresses of hosts.
    ///
    /// - Parameters:
    ///   - trusted: The origins that are allowed whatever their address.
    ///   - transport: What carries the requests to these origins.
    public init(trusted: Set<String>, transport: any Transport) {
        self.init(trusted: trusted, transport: transport, resolve: Self.systemAddresses)
    }

    /// Returns the picture at an address.
    ///
    /// - Throws: An error if the address is not allowed, or there is no picture at it.
    public func picture(at url: URL) async throws -> Picture {
        guard let scheme = url.scheme, ["http", "https"].contains(scheme), let host = url.host(), !host.isEmpty,
            url.user == nil, url.port == nil || url.port == 80 || url.port == 443
        else { throw Refusal.forbidden }
        let isTrusted = trusted.contains("\(scheme)://\(host)")
        let transport = isTrusted ? transport : try await guardedTransport(to: host)
        var limits = Limits()
        limits.callTimeout = Self.timeLimit
        limits.bodyBytes = Self.byteLimit
        limits.redirects = 0
        let client = Client(Host(baseURL: "\(scheme)://\(host)"), transport: transport, cache: nil, limits: limits)
        let request = Request<Host, Data>(.absolute(url.absoluteString)).header(.accept, "image/*")
        guard let data = try? await client.value(for: request), let format = ImageFormat(of: data), format != .svg,
            format.isWhole(data)
        else {
            throw Refusal.missing
        }
        return Picture(data: data, type: format.mediaType)
    }

    private func guardedTransport(to host: String) async throws -> any Transport {
        // A name that also leads to a private address is not to be trusted with the others.
        let addresses = await resolve(host.trimmingCharacters(in: CharacterSet(charactersIn: "[]")))
        guard let first = addresses.first else { throw Refusal.missing }
        guard addresses.allSatisfy({ AddressGuard.isPublic($0.bytes) }) else { throw Refusal.forbidden }
        return connections.transport(to: host, at: first.text)
    }

    /// Waits for the system on a queue of its own, which gets a thread of its own; on Linux, the threads of the global queues are those
    /// of the tasks.
    @Sendable static func systemAddresses(of host: String) async -> [HostAddress] {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "gazette.names").async {
                continuation.resume(returning: HostAddress.addresses(of: host))
            }
        }
    }

    /// Transports that connect to an address that was judged; the ones used longest ago go first.
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
