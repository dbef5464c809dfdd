import Dispatch
import Foundation
package import Freshet
import FreshetLenientJSON
import HTTPTypes
import NIOConcurrencyHelpers

/// A transport to public hosts, and to the origins that the configuration trusts: for addresses that anybody may
/// choose.
///
/// A host is resolved, each of its addresses is checked, and the connection is made to a checked address, so that the
/// name can't resolve to another one in between. That holds for the target of each redirect, too.
package struct PublicTransport: Transport {
    /// The host is not allowed: it is not public, or the address has another port than those of the web.
    package struct Forbidden: Error {}

    package typealias Resolver = @Sendable (String) async -> [HostAddress]

    /// `nil` if all are trusted.
    private let trusted: Set<String>?
    private let trustedTransport: any Transport
    private let connections = Connections()
    private let resolve: Resolver

    /// - Parameters:
    ///   - trusted: Origins that are allowed whatever their address, through `transport`; `nil` for all.
    package init(trusted: Set<String>?, transport: any Transport, resolve: @escaping Resolver) {
        self.trusted = trusted
        trustedTransport = transport
        self.resolve = resolve
    }

    /// - Throws: ``FetchError/Kind-swift.enum/invalidRequest(_:)`` with the underlying error ``Forbidden`` for a host that
    ///   is not allowed; the error of the connection otherwise.
    package func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        let origin = "\(request.head.scheme ?? "")://\(request.head.authority ?? "")"
        if trusted?.contains(origin) ?? true { return try await trustedTransport.send(request) }
        guard let url = WebLink.url(from: origin), let host = url.host(), url.user == nil,
            url.port == nil || url.port == 80 || url.port == 443
        else { throw Self.forbidden("This address is not one of the web.") }
        // A name that also resolves to a private address is refused, even if its other addresses are public.
        let addresses = await resolve(host.trimmingCharacters(in: CharacterSet(charactersIn: "[]")))
        guard let first = addresses.first else { throw FetchError(.cannotConnect(.unknownHost)) }
        guard addresses.allSatisfy({ AddressGuard.isPublic($0.bytes) }) else {
            throw Self.forbidden("\(host) is not a public host.")
        }
        return try await connections.transport(to: host, at: first.text).send(request)
    }

    private static func forbidden(_ reason: String) -> FetchError {
        FetchError(.invalidRequest(reason), underlying: Forbidden())
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
