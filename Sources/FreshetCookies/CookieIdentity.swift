import FreshetCore
import HTTPTypes

/// The identity of a caller according to a request's cookies.
///
/// It is a class because every waiting stage holds the request, and with it this value.
final class CookieIdentity: CallerIdentity {
    let texts: [String]
    let field: String?
    /// The number of changes so far to the jar's cookies that identify callers.
    let revision: UInt64

    init(texts: [String] = [], field: String? = nil, revision: UInt64 = 0) {
        self.texts = texts
        self.field = field
        self.revision = revision
    }

    var cacheTexts: [String] { texts.map { "cookie: \($0)" } }
    var sharingTexts: [String] { field.map { [$0] } ?? [] }
    var fields: HTTPFields { field.map { [.cookie: $0] } ?? [:] }
}
