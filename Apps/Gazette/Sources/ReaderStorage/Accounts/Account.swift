package import Foundation
import PostgreSQL

/// An account: a name that signs in, and the visitor whose marks, saved items and settings it owns.
package struct Account: Hashable, Sendable {
    package let visitor: Visitor
    /// The name as its owner writes it.
    package let name: String
    package var isAdmin = false
    /// The limit on saved items; `nil` for the limit of all visitors.
    package var savedLimit: Int?
    /// The settings, as cookies contain them; `nil` until they are chosen.
    package var looks: String?

    /// The id in the forms of administrators.
    package var id: String { visitor.id.hexadecimal }
}

/// A sign-in of a browser, or of a terminal by a token.
package struct SessionRecord: Hashable, Sendable {
    package enum Kind: String, Sendable {
        case browser, terminal

        /// How long a session lasts without use, in seconds.
        var idleLimit: TimeInterval {
            switch self {
            case .browser: 30 * 24 * 3600
            case .terminal: 365 * 24 * 3600
            }
        }
    }

    /// The id in the forms of its owner. It is no secret, and opens nothing.
    package let id: String
    package let kind: Kind
    /// The browser, or the name of the token.
    package let title: String
    /// The client's address at its last use.
    package let address: String
    package let created: Date
    package let used: Date
}

/// The account of a request, and the session that names it; no session where a proxy names the account.
package struct SignedIn: Sendable {
    package let account: Account
    package var session: SessionRecord?

    package init(account: Account, session: SessionRecord? = nil) {
        self.account = account
        self.session = session
    }
}

/// An invitation to make an account, or a link by which an account gets a new password.
package struct Invitation: Hashable, Sendable {
    package static let lifetime: TimeInterval = 7 * 24 * 3600

    package let id: String
    /// The account that gets a new password; `nil` for a new account.
    package var account: Visitor?
    package var accountName: String?
    package var isAdmin = false
    package let created: Date
    package let expires: Date
}

/// An account in the list of administrators.
package struct AccountSummary: Sendable {
    package let account: Account
    package let created: Date
    package let seen: Date?
    package let readCount: Int
    package let savedCount: Int
    package let sessionCount: Int
}
