import Foundation
public import HTTPTypes

extension Request {
    /// Returns the request with the condition that the resource hasn't changed since a response.
    ///
    /// ```swift
    /// let ticket = try await desk.response(for: .ticket(7))
    /// let saved = try await desk.value(for: .update(edited).ifUnchanged(since: ticket))
    /// ```
    ///
    /// The request carries `If-Match` with the strong entity tag of the response, or else
    /// `If-Unmodified-Since` with its `Last-Modified` (RFC 9110 §13.1). If the resource has
    /// changed, the server rejects the write, and the call fails with
    /// ``FetchError/Kind-swift.enum/precondition(_:)``. If the response has neither field, the call
    /// fails before anything is sent.
    ///
    /// If the response to a `PUT` or `DELETE` with the condition is lost, the call reads the
    /// resource before it sends the request again; see the guide “Idempotency keys and conditional
    /// requests”.
    public func ifUnchanged<Other>(since response: Response<Other>) -> Self {
        ifUnchanged(since: response.head)
    }

    /// Returns the request with the condition that the resource hasn't changed since the response
    /// with this head.
    ///
    /// ```swift
    /// let saved = try await desk.value(for: .update(edited).ifUnchanged(since: head))
    /// ```
    ///
    /// Use it with the heads that an app stores, and with the one in
    /// ``FetchError/currentRepresentation``.
    public func ifUnchanged(since head: HTTPResponse) -> Self {
        let fields = head.headerFields
        // `If-Match` compares strongly, so a weak tag never matches (RFC 9110 §13.1.1). `If-Unmodified-Since` is
        // removed, since servers ignore it next to `If-Match` (RFC 9110 §13.1.4).
        if let tag = fields.value(of: .eTag), EntityTag(field: tag)?.isWeak == false {
            return header(.ifMatch, tag).header(.ifUnmodifiedSince, nil)
        }
        let modified = fields.value(of: .lastModified)
        // Without a validator, the write would be unconditional and could overwrite what it was meant to protect.
        return header(.ifMatch, nil).header(.ifUnmodifiedSince, modified)
            .requiring(modified != nil, otherwise: "the response has no validator to compare the resource with")
    }

    /// Returns the request with the condition that the resource doesn't exist yet.
    ///
    /// ```swift
    /// do throws(FetchError) {
    ///     return try await desk.value(for: .update(draft).ifAbsent())
    /// } catch {
    ///     guard case .precondition = error.kind else { throw error }
    ///     return nil  // somebody else was first
    /// }
    /// ```
    ///
    /// The request carries `If-None-Match: *` (RFC 9110 §13.1.2). If the resource exists, it isn't
    /// replaced, and the call fails with ``FetchError/Kind-swift.enum/precondition(_:)``.
    public func ifAbsent() -> Self { header(.ifNoneMatch, "*") }
}
