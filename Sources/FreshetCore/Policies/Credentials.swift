import Foundation
public import HTTPTypes

/// A secret that identifies the caller, and the part of the request that carries it.
///
/// Credentials are added just before a request is sent, and only if it goes to the service's own origin. They never
/// appear in errors, events or logs. Prefer a header: servers and proxies write queries to their logs.
public struct Credentials: Sendable {
    /// The part of the request that carries the secret.
    package enum Location: Sendable {
        case header(HTTPField.Name, prefix: String)
        case query(name: String)
        case path
    }

    package let location: Location
    package let secret: @Sendable () -> String?
    /// Returns the name of the account that the secret belongs to.
    private(set) var account: (@Sendable () -> String?)?

    private init(location: Location, secret: @escaping @Sendable () -> String?) {
        self.location = location
        self.secret = secret
    }

    /// Sends the secret as the value of a header field.
    ///
    /// - Parameters:
    ///   - name: The field's name.
    ///   - secret: The secret, read again for each attempt. `nil` or an empty text sends none, so that the service
    ///     reports what is missing.
    public static func header(_ name: HTTPField.Name, _ secret: @escaping @Sendable @autoclosure () -> String?) -> Self
    {
        Credentials(location: .header(name, prefix: ""), secret: secret)
    }

    /// Sends the secret as a bearer token in `Authorization` (RFC 6750 §2.1).
    public static func bearer(_ token: @escaping @Sendable @autoclosure () -> String?) -> Self {
        Credentials(location: .header(.authorization, prefix: "Bearer "), secret: token)
    }

    /// Sends a name and a password in `Authorization`, in UTF-8 (RFC 7617).
    ///
    /// A name that contains a colon can't be separated from the password; neither is sent then.
    public static func basic(
        user: @escaping @Sendable @autoclosure () -> String?, password: @escaping @Sendable @autoclosure () -> String?
    ) -> Self {
        Credentials(location: .header(.authorization, prefix: "Basic ")) {
            guard let user = user(), let password = password(), !user.contains(":") else { return nil }
            return Data("\(user):\(password)".utf8).base64EncodedString()
        }
    }

    /// Sends the secret as a query item, for services that accept nothing better.
    public static func query(_ name: String, _ secret: @escaping @Sendable @autoclosure () -> String?) -> Self {
        Credentials(location: .query(name: name), secret: secret)
    }

    /// Sends the secret as a path segment right after the base URL's path, for services that accept nothing better.
    public static func path(_ secret: @escaping @Sendable @autoclosure () -> String?) -> Self {
        Credentials(location: .path, secret: secret)
    }

    /// Returns these credentials with the name of their account, for secrets that change while the account stays the
    /// same, such as renewed tokens.
    ///
    /// Stored and shared responses then belong to the account. Without a name they belong to the secret, and a new
    /// secret finds no response that was stored for the old one.
    ///
    /// - Parameter account: A name that is unique among the accounts of the service; `nil` or empty if no user is
    ///   signed in.
    public func account(_ account: @escaping @Sendable @autoclosure () -> String?) -> Credentials {
        var new = self
        new.account = account
        return new
    }
}

extension SecretNames {
    /// Returns these names and those of the fields and items that carry credentials.
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
