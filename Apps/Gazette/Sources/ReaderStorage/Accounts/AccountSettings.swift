import HTTPTypes

/// How people get accounts in the web app. Without these settings there are none, and each browser is a reader of its
/// own.
package struct AccountSettings: Sendable {
    /// Who may make an account.
    package enum Admission: String, Sendable, CaseIterable {
        /// Only those with an invitation; the others can't read either.
        case invitation
        /// Everybody; who has no account can read, too.
        case open
    }

    /// Who may make an account.
    package var admission: Admission
    /// The field by which a trusted proxy names the reader whom it has signed in; `nil` for none.
    ///
    /// Only a field from ``WebConfiguration/trustedProxies`` counts.
    package var header: String?
    /// A provider of OpenID Connect at which readers may sign in; `nil` for none.
    package var openID: OpenIDSettings?
    /// The services with a key, by name, with the ends of their keys, for administrators.
    package var serviceKeys: [(service: String, key: String?)] = []

    /// Makes settings.
    package init(_ admission: Admission) {
        self.admission = admission
    }

    /// Why passwords can't be hashed on this system; `nil` if they can.
    package static var problem: String? {
        do throws(PasswordHashingError) {
            _ = try Argon2.shared()
            return nil
        } catch {
            return error.description
        }
    }

    /// Whether a text can be the name of a field.
    package static func isHeader(_ text: String) -> Bool { HTTPField.Name(text) != nil }
}
