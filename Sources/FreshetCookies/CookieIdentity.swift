import FreshetCore
import HTTPTypes

/// The identity of a caller by the cookies of a request.
///
/// A class, since every stage that waits holds the request, and with it this.
final class CookieIdentity: CallerIdentity {
    let texts: [String]
    let field: String?
    /// Counts the changes of the jar to cookies that identify callers.
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
