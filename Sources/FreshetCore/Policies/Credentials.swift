import Foundation
public import HTTPTypes

/// A secret that identifies the caller, together with the part of the request that carries it.
///
/// Credentials are added just before a request is sent, and only if it is sent to the service's own
/// origin. They never appear in errors, events or logs. Prefer a header field, because servers and
/// proxies write queries to their logs.
///
/// ```swift
/// struct Maps: Service {
///     let key: String
///     let baseURL = "https://maps.example/v2"
///     var credentials: Credentials? { .bearer(key) }
/// }
/// ```
public struct Credentials: Sendable {
    /// The part of the request that carries the secret.
    package enum Location: Sendable {
        case header(HTTPField.Name, prefix: String)
        case query(name: String)
        case path
    }

    package let location: Location
    package let secret: @Sendable () -> String?
    /// Returns the name of the account to which the secret belongs.
    private(set) var account: (@Sendable () -> String?)?

    private init(location: Location, secret: @escaping @Sendable () -> String?) {
        self.location = location
        self.secret = secret
    }

    /// Sends the secret as the value of a header field.
    ///
    /// - Parameters:
    ///   - name: The field's name.
    ///   - secret: The secret, which is read for each attempt. If it is `nil` or empty, none is
    ///     sent, and the service reports that it is missing.
    public static func header(_ name: HTTPField.Name, _ secret: @escaping @Sendable @autoclosure () -> String?) -> Self
    {
        Credentials(location: .header(name, prefix: ""), secret: secret)
    }

    /// Sends the secret as a bearer token in `Authorization` (RFC 6750 §2.1).
    public static func bearer(_ token: @escaping @Sendable @autoclosure () -> String?) -> Self {
        Credentials(location: .header(.authorization, prefix: "Bearer "), secret: token)
    }

    /// Sends a user name and a password in `Authorization`, encoded in UTF-8 (RFC 7617).
    ///
    /// A name that contains a colon couldn't be separated from the password, so neither is sent.
    public static func basic(
        user: @escaping @Sendable @autoclosure () -> String?, password: @escaping @Sendable @autoclosure () -> String?
    ) -> Self {
        Credentials(location: .header(.authorization, prefix: "Basic ")) {
            guard let user = user(), let password = password(), !user.contains(":") else { return nil }
            return Data("\(user):\(password)".utf8).base64EncodedString()
        }
    }

    /// Sends the secret as a query item, for services that accept it in no safer place.
    public static func query(_ name: String, _ secret: @escaping @Sendable @autoclosure () -> String?) -> Self {
        Credentials(location: .query(name: name), secret: secret)
    }

    /// Sends the secret as a path segment right after the base URL's path, for services that accept
    /// it in no safer place.
    public static func path(_ secret: @escaping @Sendable @autoclosure () -> String?) -> Self {
        Credentials(location: .path, secret: secret)
    }

    /// Returns these credentials with the name of the account that they belong to.
    ///
    /// Use it for secrets that change while the account stays the same, such as tokens that are
    /// renewed.
    ///
    /// Stored and shared responses then belong to the account. Without a name, they belong to the
    /// secret, so responses that were stored for an old secret aren't found with a new one.
    ///
    /// - Parameter account: A name that is unique among the accounts of the service; `nil` or empty
    ///   if no user is signed in.
    public func account(_ account: @escaping @Sendable @autoclosure () -> String?) -> Credentials {
        var new = self
        new.account = account
        return new
    }
}

extension SecretNames {
    /// Returns these names and the names of the fields and query items that carry the credentials.
    func adding(_ credentials: [Credentials]) -> SecretNames {
        credentials.reduce(self) { names, credentials in
            switch credentials.location {
            case .header(let name, _): names.contains(name) ? names : names.adding(name.canonicalName)
            case .query(let name): names.contains(item: name) ? names : names.adding(name)
            case .path: names
            }
        }
    }
}
