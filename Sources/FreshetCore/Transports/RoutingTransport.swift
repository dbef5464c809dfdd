package import HTTPTypes

/// A transport that sends the requests for some origins to other origins.
///
/// Links, errors and cache keys still contain the URL of the service; only the exchange is
/// redirected. This lets an app run against an emulator:
///
/// ```swift
/// let transport = try RoutingTransport(base, routes: ["https://api.example.com": "http://127.0.0.1:8080"])
/// ```
public struct RoutingTransport: FieldAddingTransport {
    let base: any Transport
    private let routes: [WebAddress.Origin: WebAddress.Origin]

    /// Makes a transport with routes.
    ///
    /// - Parameters:
    ///   - base: The transport that sends all requests.
    ///   - routes: The origins (scheme, host and port), each with the origin that receives its
    ///     requests instead.
    /// - Throws: ``FetchError/Kind-swift.enum/invalidRequest(_:)`` if a text isn't an origin.
    public init(_ base: any Transport, routes: [String: String]) throws(FetchError) {
        self.base = base
        var parsed: [WebAddress.Origin: WebAddress.Origin] = [:]
        for (from, to) in routes {
            do { parsed[try WebAddress(from).origin] = try WebAddress(to).origin } catch {
                throw FetchError(.invalidRequest(error.reason))
            }
        }
        self.routes = parsed
    }

    /// Sends a request and returns the head of its final response.
    ///
    /// - Throws: A ``FetchError`` of a kind that concerns the network.
    public func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        try await base.send(routed(request))
    }

    package func addedFields(to request: TransportRequest) -> HTTPFields {
        (base as? any FieldAddingTransport)?.addedFields(to: routed(request)) ?? [:]
    }

    private func routed(_ request: TransportRequest) -> TransportRequest {
        let head = request.head
        guard let address = try? WebAddress("\(head.scheme ?? "https")://\(head.authority ?? "")"),
            let target = routes[address.origin]
        else { return request }
        var request = request
        request.head.scheme = target.scheme
        request.head.authority = target.authority
        return request
    }
}
