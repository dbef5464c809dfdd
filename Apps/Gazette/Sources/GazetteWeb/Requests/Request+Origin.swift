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

    /// Whether the browser uses https, as a trusted proxy reports it.
    var isSecure: Bool { head.scheme == "https" }
}
