public import HTTPTypes

/// A secret that identifies the caller, and where it travels.
///
/// Credentials are put on a request last, just before it is sent, and only when it goes to the
/// service's own origin. They never show in errors, events or logs. Prefer a header: a query is written
/// to the logs of servers and proxies.
public struct Credentials: Sendable {
    /// Where the secret travels.
    package enum Place: Sendable {
        case header(HTTPField.Name, prefix: String)
        case query(name: String)
        case path
    }

    package let place: Place
    package let secret: @Sendable () -> String?
    /// Names the account that the secret belongs to.
    private(set) var account: (@Sendable () -> String?)?

    private init(place: Place, secret: @escaping @Sendable () -> String?) {
        self.place = place
        self.secret = secret
    }

    /// The secret as the value of a header field.
    ///
    /// - Parameters:
    ///   - name: The field's name.
    ///   - secret: The secret, read anew for each request. `nil` or an empty text sends none, so that the
    ///     service itself says what is missing.
    public static func header(_ name: HTTPField.Name, _ secret: @escaping @Sendable @autoclosure () -> String?) -> Self
    {
        Credentials(place: .header(name, prefix: ""), secret: secret)
    }

    /// The secret as a bearer token in `Authorization` (RFC 6750 §2.1).
    public static func bearer(_ token: @escaping @Sendable @autoclosure () -> String?) -> Self {
        Credentials(place: .header(.authorization, prefix: "Bearer "), secret: token)
    }

    /// The secret as an item of the query, for services that know no better way.
    public static func query(_ name: String, _ secret: @escaping @Sendable @autoclosure () -> String?) -> Self {
        Credentials(place: .query(name: name), secret: secret)
    }

    /// The secret as a piece of the path, right behind the path of the base URL, for services that know no better way.
    public static func path(_ secret: @escaping @Sendable @autoclosure () -> String?) -> Self {
        Credentials(place: .path, secret: secret)
    }

    /// Names the account that the secret belongs to, for secrets that change while the account stays the same, such as tokens
    /// that are renewed.
    ///
    /// What is stored and shared belongs to the account then. Without a name it belongs to the secret, and a new secret finds
    /// nothing of what was stored for the old one.
    ///
    /// - Parameter account: A name that no other account of the service has; `nil` or empty where nobody is signed in.
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
            switch credentials.place {
            case .header(let name, _): names.contains(name) ? names : names.adding(name.canonicalName)
            case .query(let name): names.contains(item: name) ? names : names.adding(name)
            case .path: names
            }
        }
    }
}
