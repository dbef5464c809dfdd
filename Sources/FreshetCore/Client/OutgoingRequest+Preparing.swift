import Foundation
import HTTPTypes

/// The parsed base URL of a service, parsed again only when it changes.
final class BaseAddresses: Sendable {
    private let last = Lock<(text: String, address: WebAddress)?>(nil)

    func address(of text: String) throws(WebAddress.Problem) -> WebAddress {
        // Compared each time, since `baseURL` may be computed and change with the app's settings.
        if let last = last.withLock({ $0 }), last.text == text { return last.address }
        let address = try WebAddress(text)
        last.withLock { $0 = (text, address) }
        return address
    }
}

/// Whether the address of a request comes from a response. Fields with secret names are then not
/// sent to another origin.
package enum ComesFromResponse: RequestOptionKey {
    package static let defaultValue = false
    package static let sharing = OptionSharing<Bool>.always
}

extension OutgoingRequest {
    private static let userAgent = "Freshet/0.2"
    /// The fields of requests for which neither the request nor the service sets any.
    private static let usual: HTTPFields = [.userAgent: userAgent]
    /// The fields of such requests if they expect JSON, as most do. All of them share this value.
    private static let usualForJSON: HTTPFields = [.userAgent: userAgent, .accept: json]
    private static let json = "application/json"

    /// Makes the outgoing request for a described one.
    ///
    /// - Parameters:
    ///   - policy: The cache policy of a request that leaves it to the client.
    ///   - needsIdentity: Whether the response may be stored or shared, which requires the caller's
    ///     identity.
    ///   - tracingFields: The fields that identify a call and don't affect the response.
    init<API: Service, Value>(
        _ request: borrowing Request<API, Value>, service: API, bases: BaseAddresses = BaseAddresses(),
        cachePolicy policy: CachePolicy = .automatic, needsIdentity: Bool = true,
        tracingFields: Set<HTTPField.Name> = .tracing
    ) throws(FetchError) {
        var options = request.options
        if let problem = options.problem { throw FetchError(.invalidRequest(problem)) }
        let (base, address) = try Self.addresses(request.path, request.query, service: service, bases)
        var credentials: [Credentials] = []
        // An absolute address may lead to another host, which must not get the service's credentials.
        if address.origin == base.origin {
            if let own = service.credentials { credentials.append(own) }
            if options.access == .private, let own = service.privateCredentials { credentials.append(own) }
        }
        // The app chooses the names that carry credentials, and they may not look secret.
        let secretNames = service.secretNames.adding(credentials)
        var fields = Self.headers(
            service.headers, request.headers, accept: request.reading.accept, contentType: request.body?.contentType)
        // A link in a response has the effect of a redirect, so the same fields are removed.
        if options[ComesFromResponse.self], address.origin != base.origin {
            for name in Set(fields.map(\.name)) where secretNames.contains(name) { fields[name] = nil }
            fields[.hostField] = nil
        }
        var body: TransportRequest.Body?
        if let own = request.body { body = try Self.body(own, encoder: service.encoder) }
        let identity = needsIdentity ? CredentialIdentity(credentials) : nil
        if options.cache == .automatic, policy != .automatic { options.cache = policy }
        // A body that has a content coding is not encoded again.
        if fields.contains(.contentEncoding), options[Compressed.self] { options[Compressed.self] = false }
        if let priority = options[PriorityKey.self].fieldValue { fields.add(.priority, priority) }
        if let key = options[IdempotencyKey.self] { fields[.idempotencyKey] = try key.fieldValue() }
        self.init(
            method: request.method, address: address, headers: fields, body: body, options: options,
            credentials: credentials,
            origin: Origin(
                service: base.origin,
                basePath: base.path.hasSuffix("/") ? String(base.path.dropLast()) : base.path,
                secretPieces: Self.secretPieces(of: credentials, identity),
                secretNames: secretNames, tracingFields: tracingFields, identity: identity,
                template: request.path.template))
        if case .source(let make) = request.body?.content { setBody(try make(service.encoder)) }
    }

    /// Returns the base URL of the service and the address of a request. Without a base URL, both
    /// are the address.
    private static func addresses<API: Service>(
        _ path: RequestPath, _ query: Query, service: API, _ bases: BaseAddresses
    ) throws(FetchError) -> (base: WebAddress, address: WebAddress) {
        var base: WebAddress?
        if !(service is AnyOrigin) {
            do { base = try bases.address(of: service.baseURL) } catch {
                throw FetchError(.invalidRequest("the base URL of \(API.self) is wrong: \(error.reason)"))
            }
        }
        if let text = path.address {
            let address: WebAddress
            do { address = try WebAddress(text).appending(path: "", queries: [query.encoded]) } catch {
                throw FetchError(.invalidRequest(error.reason))
            }
            return (base ?? address, address)
        }
        if let problem = path.problem { throw FetchError(.invalidRequest(problem)) }
        guard let base else { throw FetchError(.invalidRequest("its address is not absolute; use .absolute(…)")) }
        return (base, base.appending(path: path.path, queries: [path.query, query.encoded]))
    }

    private static func secretPieces(of credentials: [Credentials], _ identity: CredentialIdentity?) -> [String] {
        var pieces: [String] = []
        for (index, credential) in credentials.enumerated() {
            guard case .path = credential.location else { continue }
            // The secret that the identity has read, since another read may return a renewed one.
            let secret = identity.map { $0.secrets[index] } ?? credential.secret()
            guard let secret, !secret.isEmpty else { continue }
            pieces.append(String(piece(secret).dropFirst()))
        }
        return pieces
    }

    private static func headers(
        _ common: HTTPFields, _ own: HTTPFields, accept: String, contentType: String?
    ) -> HTTPFields {
        if common.isEmpty, own.isEmpty, contentType == nil, accept == json { return usualForJSON }
        var headers = common
        if !own.isEmpty {
            // All lines of a name are replaced together: `Accept-Language` of the request must not be merged with the
            // service's.
            for name in Set(own.map(\.name)) { headers[fields: name] = own[fields: name] }
        }
        if headers.isEmpty { headers = usual } else { headers.add(.userAgent, userAgent) }
        headers.add(.accept, accept)
        if let contentType { headers.add(.contentType, contentType) }
        return headers
    }

    private static func body(
        _ body: RequestBody, encoder: @autoclosure () -> any BodyEncoder
    ) throws(FetchError) -> TransportRequest.Body? {
        switch body.content {
        case .source: return nil
        case .file(let url): return .file(url)
        case .stream(let length, let stream): return .stream(length: length, stream)
        case .bytes(let make): return .bytes(try RequestBody.encoded(make, encoder()))
        }
    }
}
