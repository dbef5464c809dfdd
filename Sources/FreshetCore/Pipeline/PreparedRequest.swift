import Foundation
import HTTPTypes

/// The limits that a request has of its own; `nil` for those of the client.
struct RequestLimits: Sendable, Hashable {
    var idleTimeout: Duration?
    var bodyBytes: Int?
}

/// A request in the form in which it walks through the stages: complete, encoded and without a secret.
///
/// It is one word wide, since every stage holds one while it waits.
@dynamicMemberLookup
struct PreparedRequest: Sendable {
    struct Parts: Sendable {
        var method: HTTPRequest.Method
        var address: WebAddress
        var headers: HTTPFields
        var body: TransportRequest.Body?
        var cache: CachePolicy
        /// What is applied just before the transport, while the address has the service's own origin.
        var credentials: [Credentials]
        /// How patiently the request is sent.
        var patience: Patience
        /// The path of the service's base URL, without a slash at its end.
        var basePath: String
        /// The pieces of paths that are secrets: servers repeat them in the addresses they redirect to, on any host.
        var secretPieces: [String]
        /// The names of fields and items whose values are secret.
        var secretNames: SecretNames
        /// The limits that the request has of its own.
        var limits: RequestLimits
    }

    private final class Box: Sendable {
        let parts: Parts
        let url: String

        init(_ parts: Parts, before: Box? = nil) {
            self.parts = parts
            if let before, before.parts.address == parts.address, before.parts.secretPieces == parts.secretPieces {
                url = before.url
            } else {
                url = parts.address.redacted(parts.secretNames, hiding: parts.secretPieces)
            }
        }
    }

    private var box: Box

    init(_ parts: Parts) {
        box = Box(parts)
    }

    subscript<Part>(dynamicMember part: WritableKeyPath<Parts, Part>) -> Part {
        get { box.parts[keyPath: part] }
        set {
            var parts = box.parts
            parts[keyPath: part] = newValue
            box = Box(parts, before: box)
        }
    }

    /// The address as errors and events tell it.
    var url: String { box.url }

    /// What errors and events tell of the request.
    var summary: FetchError.Request {
        FetchError.Request(method: self.method, url: url, host: self.address.origin.host)
    }

    /// Whether the body can be sent a second time: a stream is read only once.
    var isBodyRepeatable: Bool {
        if case .stream = self.body { false } else { true }
    }

    /// The request as the transport sends it, with its credentials.
    @inline(never)  // Or its pieces would take room in the task of each call that waits.
    func outgoing() -> TransportRequest {
        let parts = box.parts
        var (address, headers) = (parts.address, parts.headers)
        for credential in parts.credentials {
            guard let secret = credential.secret(), !secret.isEmpty else { continue }
            switch credential.place {
            case .header(let name, let prefix):
                if headers[name] == nil { headers[name] = prefix + secret }
            case .query(let name):
                let item: Query = [name: secret]
                address = address.appending(path: "", queries: [item.encoded])
            case .path:
                guard let rest = Self.path(address.path, below: parts.basePath) else { continue }
                address.path = parts.basePath + Self.piece(secret) + rest
            }
        }
        let head = HTTPRequest(
            method: parts.method, scheme: address.origin.scheme, authority: address.origin.authority,
            path: address.pathAndQuery, headerFields: headers)
        return TransportRequest(head: head, body: parts.body)
    }

    /// Takes a secret piece of the path out of the address: servers repeat it in the addresses they redirect to.
    mutating func withdrawPathSecrets() {
        for credential in self.credentials {
            guard case .path = credential.place, let secret = credential.secret(), !secret.isEmpty,
                let rest = Self.path(self.address.path, below: self.basePath + Self.piece(secret))
            else { continue }
            self.address.path = self.basePath + (rest.isEmpty ? "/" : rest)
        }
    }

    /// What of a path lies below another; `nil` when it is not below that.
    private static func path(_ path: String, below base: String) -> Substring? {
        guard path.hasPrefix(base) else { return nil }
        let rest = path.dropFirst(base.count)
        return rest.isEmpty || rest.hasPrefix("/") ? rest : nil
    }

    private static func piece(_ secret: String) -> String {
        var piece = "/"
        PercentEncoding.append(secret, to: &piece)
        return piece
    }
}

/// The base URL of a client's calls, read once as long as it stays the same.
final class BaseAddresses: Sendable {
    private let last = Lock<(text: String, address: WebAddress)?>(nil)

    func address(of text: String) throws(WebAddress.Problem) -> WebAddress {
        if let last = last.withLock({ $0 }), last.text == text { return last.address }
        let address = try WebAddress(text)
        last.withLock { $0 = (text, address) }
        return address
    }
}

extension PreparedRequest {
    /// The `User-Agent` of requests that name none.
    private static let userAgent = "Freshet/0.1"

    /// Makes a request of its description.
    ///
    /// - Parameter policy: How a request uses the cache that leaves it to the client.
    init<API: Service, Value>(
        _ request: Request<API, Value>, service: API, bases: BaseAddresses = BaseAddresses(),
        cachePolicy policy: CachePolicy = .automatic
    ) throws(FetchError) {
        if let problem = request.problem { throw FetchError(.invalidRequest(problem)) }
        let base: WebAddress
        do { base = try bases.address(of: service.baseURL) } catch {
            throw FetchError(.invalidRequest("the base URL of \(API.self) is wrong: \(error.reason)"))
        }
        let address: WebAddress
        let path = request.path
        if let text = path.address {
            do { address = try WebAddress(text).appending(path: "", queries: [request.query.encoded]) } catch {
                throw FetchError(.invalidRequest(error.reason))
            }
        } else {
            if let problem = path.problem { throw FetchError(.invalidRequest(problem)) }
            address = base.appending(path: path.path, queries: [path.query, request.query.encoded])
        }
        var credentials: [Credentials] = []
        if address.origin == base.origin {
            if let own = service.credentials { credentials.append(own) }
            if request.access == .private, let own = service.privateCredentials { credentials.append(own) }
        }
        self.init(
            Parts(
                method: request.method, address: address, headers: Self.headers(of: request, service: service),
                body: try Self.body(of: request, encoder: service.encoder),
                cache: request.cache == .automatic ? policy : request.cache,
                credentials: credentials,
                patience: Patience(permission: request.retry.permission, policy: request.retry.policy) { body, head in
                    service.serviceError(in: body, of: head)
                },
                basePath: base.path.hasSuffix("/") ? String(base.path.dropLast()) : base.path,
                secretPieces: credentials.compactMap { credential in
                    guard case .path = credential.place, let secret = credential.secret(), !secret.isEmpty else {
                        return nil
                    }
                    return String(Self.piece(secret).dropFirst())
                },
                secretNames: service.secretNames.adding(credentials),
                limits: RequestLimits(idleTimeout: request.idleTimeout, bodyBytes: request.bodyLimit)))
    }

    private static func headers<API: Service, Value>(of request: Request<API, Value>, service: API) -> HTTPFields {
        var headers = service.headers
        if !request.headers.isEmpty {
            for name in Set(request.headers.map(\.name)) { headers[fields: name] = request.headers[fields: name] }
        }
        headers.reserveCapacity(headers.count + 3)
        headers.add(.userAgent, userAgent)
        headers.add(.accept, request.reading.accept)
        if let type = request.body?.contentType { headers.add(.contentType, type) }
        return headers
    }

    private static func body<API: Service, Value>(
        of request: Request<API, Value>, encoder: @autoclosure () -> any BodyEncoder
    ) throws(FetchError) -> TransportRequest.Body? {
        switch request.body?.content {
        case nil: return nil
        case .file(let url): return .file(url)
        case .stream(let length, let stream): return .stream(length: length, stream)
        case .bytes(let make):
            do { return .bytes(try make(encoder())) } catch {
                throw FetchError(.invalidRequest("its body can't be encoded"), underlying: error)
            }
        }
    }
}
