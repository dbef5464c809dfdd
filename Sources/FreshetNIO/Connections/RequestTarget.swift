#if NIO
import FreshetCore
import HTTPTypes
import NIOHTTP1

/// The target of a request, as it is sent in the request line or in `:path`.
///
/// AsyncHTTPClient derives it from Foundation's URL, whose path is empty if it contains an escape
/// that isn't valid UTF-8: `DELETE /files/caf%E9` would arrive as `DELETE /`. For this reason,
/// AsyncHTTPClient gets only the origin, and the target is passed in a private header field, which
/// ``ResponseGuard`` removes before the request is sent.
enum RequestTarget {
    private static let field = "Freshet-Target"

    /// Adds the target of a request, before all other fields.
    ///
    /// - Throws: ``FetchError/Kind-swift.enum/invalidRequest(_:)`` if it can't be sent in a request
    ///   line.
    static func add(_ target: String, to headers: inout HTTPHeaders) throws(FetchError) {
        guard WebAddress.isTarget(target) else { throw FetchError(.invalidRequest("its path can't be sent")) }
        headers.add(name: field, value: target)
    }

    /// Moves the target from the private field to the head that is sent.
    static func apply(to head: inout HTTPRequestHead) {
        // Only the first field: any other one of this name was set by the app.
        guard let first = head.headers.first, first.name == field else { return }
        head.uri = first.value
        head.headers.remove(name: field)
    }
}
#endif
