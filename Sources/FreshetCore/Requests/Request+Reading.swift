import FreshetDigests
import HTTPTypes

/// The option that promises that a request changes nothing on the server, whatever its method.
package enum ReadingOnly: RequestOptionKey {
    package static let defaultValue = false
    package static let sharing = OptionSharing<Bool>.ifEqual
}

extension Request {
    /// Returns the request with the promise that it changes nothing on the server, even if its
    /// method could (RFC 9110 §9.2.1).
    ///
    /// Use it for reads that are sent with POST, such as searches and GraphQL queries. A request
    /// with the method QUERY doesn't need it. Such a read is treated like a GET whose body is part
    /// of its identity:
    ///
    /// ```swift
    /// let found = Request<Library, Page>("search", method: .post, body: .json(["title": "Ulysses"]))
    ///     .readingOnly()
    ///     .caching(.lifetime(.seconds(300)))
    /// ```
    ///
    /// - Calls with equal bodies share an in-flight request (``RequestSharing/inFlight``).
    /// - It is retried like a request with an idempotent method.
    /// - Its response is stored under the URL and the body if it has a lifetime: either its own
    ///   (`Cache-Control: max-age`, `Expires`) or the lifetime of the request's policy
    ///   (``CachePolicy/lifetime(_:)``, ``CachePolicy/cacheElseLoad``). It isn't revalidated with
    ///   conditions, which aren't defined for POST (RFC 9110 §13.1.2).
    /// - It doesn't make stored responses stale. A successful write to its URL makes the stored
    ///   responses for all bodies stale.
    /// - It can have a resource (FreshetResources), which sends it whenever it is stale.
    ///
    /// A request whose body is a file or a stream is neither shared nor stored.
    public func readingOnly() -> Self {
        option(ReadingOnly.self, true)
    }
}

extension OutgoingRequest {
    /// Whether the request changes nothing on the server, because of its method (RFC 9110 §9.2.1)
    /// or because the app declares it.
    package var isReading: Bool { method.isSafe || options[ReadingOnly.self] }

    /// Whether a cache treats the request like a GET whose content is part of the key.
    private var isReadByContent: Bool {
        guard method == .query || method == .post && options[ReadingOnly.self], case .bytes = body else { return false }
        // The caller wants a part, or has a condition that the server alone can judge.
        let others: [HTTPField.Name] = [.range, .ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince]
        return others.allSatisfy { headers.value(of: $0) == nil }
    }

    /// The request as the caching rules see it.
    var forCache: CacheRequest {
        let isRead = isReadByContent
        return CacheRequest(
            method: isRead ? .get : method, headers: headers, policy: cache, isReadByPost: isRead && method == .post)
    }

    /// The content of a read as text for its cache key; `nil` for a request without content.
    var contentText: String? {
        guard case .bytes(let data) = body, [.get, .head].contains(forCache.method) else { return nil }
        let type = headers.value(of: .contentType) ?? ""
        // A digest, since keys are held in memory and written to disk: a body may be long, and it
        // may contain personal data.
        return "\(method.rawValue) \(type) \(SHA256.hexDigest(of: data))"
    }
}
