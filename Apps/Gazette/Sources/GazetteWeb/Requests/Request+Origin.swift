import Foundation
import HTTPTypes
import Hummingbird

extension Request {
    /// The scheme and authority at which the client reaches Gazette, without a path.
    var origin: String {
        let allowed = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:[]_")
        let authority = head.authority.flatMap { $0.allSatisfy(allowed.contains) ? $0 : nil } ?? "localhost"
        return "\(isSecure ? "https" : "http")://\(authority)"
    }

    /// Whether the browser uses https, directly or by the fields of a proxy. A client that lies about it only affects
    /// its own cookie.
    var isSecure: Bool {
        if head.scheme == "https" { return true }
        // swift-format-ignore: NeverForceUnwrap
        let said = headers[HTTPField.Name("X-Forwarded-Proto")!]
        return said?.split(separator: ",").first?.trimmingCharacters(in: .whitespaces).lowercased() == "https"
    }
}
