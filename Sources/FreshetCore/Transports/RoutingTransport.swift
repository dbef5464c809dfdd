package import HTTPTypes

/// A transport that sends the requests of some origins to other ones.
///
/// Links, errors and cache keys still have the address of the service; only the exchange goes elsewhere. It lets an
/// app run on an emulator:
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
    ///   - base: The transport of all exchanges.
    ///   - routes: The origins, as scheme, host and port, each with the origin that receives its requests.
    /// - Throws: ``FetchError/Kind-swift.enum/invalidRequest(_:)`` when a text is no origin.
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
    /// - Throws: A ``FetchError`` of one of the network's kinds.
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
