import Dispatch
import Foundation
package import Freshet
import FreshetLenientJSON
import HTTPTypes
import NIOConcurrencyHelpers

/// A transport to public hosts, and to the origins and networks that the configuration trusts: for addresses that
/// anybody may choose.
///
/// A host is resolved, each of its addresses is checked, and the connection is made to a checked address, so that the
/// name can't resolve to another one in between. That holds for the target of each redirect, too.
package struct PublicTransport: Transport {
    /// The host is not allowed: it is not public, or the port is that of another service.
    package struct Forbidden: Error {
        /// The port, if it is the reason.
        package var port: Int?
    }

    package typealias Resolver = @Sendable (String) async -> [HostAddress]

    /// `nil` if all are trusted.
    private let trusted: Set<String>?
    private let trustedTransport: any Transport
    private let networks: [IPAddress.Range]
    private let connections = Connections()
    private let resolve: Resolver

    /// - Parameters:
    ///   - trusted: Origins that are allowed whatever their address, through `transport`; `nil` for all.
    ///   - networks: The networks that are allowed although they are not public.
    package init(
        trusted: Set<String>?, transport: any Transport, networks: [IPAddress.Range] = [],
        resolve: @escaping Resolver
    ) {
        self.trusted = trusted
        trustedTransport = transport
        self.networks = networks
        self.resolve = resolve
    }

    /// - Throws: ``FetchError/Kind-swift.enum/invalidRequest(_:)`` with the underlying error ``Forbidden`` for a host that
    ///   is not allowed; the error of the connection otherwise.
    package func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        let origin = "\(request.head.scheme ?? "")://\(request.head.authority ?? "")"
        if trusted?.contains(origin) ?? true { return try await trustedTransport.send(request) }
        guard let url = WebLink.url(from: origin), let host = url.host(), url.user == nil else {
            throw Self.forbidden("its address isn't a web address")
        }
        if let port = url.port, !Self.isOfWeb(port) {
            throw Self.forbidden("port \(port) isn't one that web servers use", port: port)
        }
        // A name that also resolves to a private address is refused, even if its other addresses are public.
        let addresses = await resolve(host)
        guard let first = addresses.first else { throw FetchError(.cannotConnect(.unknownHost)) }
        guard addresses.allSatisfy(isAllowed) else {
            throw Self.forbidden("\(host) isn't a public host")
        }
        return try await connections.transport(to: host, at: first.text).send(request)
    }

    private func isAllowed(_ address: HostAddress) -> Bool {
        if AddressGuard.isPublic(address.bytes) { return true }
        guard let address = IPAddress(address.text) else { return false }
        return networks.contains { $0.contains(address) }
    }

    /// Whether a port is one of web servers: those of other services below 1024, and those that browsers block
    /// (https://fetch.spec.whatwg.org/#port-blocking), are not.
    private static func isOfWeb(_ port: Int) -> Bool {
        [80, 443].contains(port) || port >= 1024 && !blockedPorts.contains(port)
    }

    private static let blockedPorts: Set = [
        1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
        10_080,
    ]

    private static func forbidden(_ reason: String, port: Int? = nil) -> FetchError {
        FetchError(.invalidRequest(reason), underlying: Forbidden(port: port))
    }

    /// Resolves a host on a new queue, which gets its own thread, since the call blocks.
    /// On Linux, the threads of the global queues are those of the tasks.
    @Sendable package static func systemAddresses(of host: String) async -> [HostAddress] {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "gazette.names").async {
                continuation.resume(returning: HostAddress.addresses(of: host))
            }
        }
    }

    /// Transports that connect to checked addresses; the least recently used one is removed first.
    private final class Connections: Sendable {
        private static let limit = 32
        private let recent = NIOLockedValueBox<[(key: String, transport: AsyncHTTPClientTransport)]>([])

        func transport(to host: String, at address: String) -> AsyncHTTPClientTransport {
            let key = "\(host) \(address)"
            return recent.withLockedValue { recent in
                if let index = recent.firstIndex(where: { $0.key == key }) {
                    let entry = recent.remove(at: index)
                    recent.append(entry)
                    return entry.transport
                }
                var configuration = AsyncHTTPClientTransport.Configuration()
                configuration.addresses = [host: address]
                let transport = AsyncHTTPClientTransport(configuration)
                recent.append((key, transport))
                if recent.count > Self.limit { recent.removeFirst() }
                return transport
            }
        }
    }
}
