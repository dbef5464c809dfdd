import Foundation
import FreshetLenientJSON

/// A provider of OpenID Connect at which readers may sign in.
package struct OpenIDSettings: Sendable {
    /// The issuer identifier, such as `https://login.example`.
    package let issuer: String
    /// The identifier that the provider has given Gazette.
    package let clientID: String
    /// The secret that belongs to it; `nil` if the provider has given none.
    package let clientSecret: String?

    /// Makes settings.
    package init(issuer: String, clientID: String, clientSecret: String?) {
        self.issuer = issuer
        self.clientID = clientID
        self.clientSecret = clientSecret
    }

    /// The name of the provider for people.
    package var title: String { WebLink.url(from: issuer)?.host() ?? issuer }
}
