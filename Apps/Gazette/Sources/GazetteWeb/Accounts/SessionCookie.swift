import HTTPTypes
import Hummingbird
import ReaderStorage

/// The cookie with the secret of a session.
///
/// On https its name begins with `__Host-` (RFC 6265bis §4.1.3.2): no other host of the domain can set it, and no
/// connection without TLS. How long a session lasts, the store decides.
enum SessionCookie {
    private static func name(_ request: Request) -> String { request.isSecure ? "__Host-session" : "session" }

    /// All names, which nobody but the gate reads.
    static let names: Set<Substring> = ["__Host-session", "session"]

    static func token(of request: Request) -> SecretToken? {
        request.cookies[name(request)].flatMap { SecretToken($0.value) }
    }

    static func field(_ token: SecretToken, for request: Request) -> String {
        "\(name(request))=\(token.text); Max-Age=\(Int(AccountStore.sessionLifetime)); \(rules(request))"
    }

    /// Removes the cookie.
    static func ended(for request: Request) -> String { "\(name(request))=; Max-Age=0; \(rules(request))" }

    private static func rules(_ request: Request) -> String {
        "Path=/; HttpOnly; SameSite=Lax\(request.isSecure ? "; Secure" : "")"
    }
}
