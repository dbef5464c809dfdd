import Foundation
import PostgreSQL

/// An account: a name that signs in, and the visitor whose marks, saved items and settings it owns.
struct Account: Hashable, Sendable {
    let visitor: Visitor
    /// The name as its owner writes it.
    let name: String
    var isAdmin = false
    /// The most saved items; `nil` for the limit of all visitors.
    var savedLimit: Int?
    /// The settings, as cookies contain them; `nil` until they are chosen.
    var looks: String?

    /// The id in the forms of administrators.
    var id: String { visitor.id.hexadecimal }
}

/// A sign-in of a browser, or of a terminal by a token.
struct SessionRecord: Hashable, Sendable {
    enum Kind: String, Sendable {
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
    let id: String
    let kind: Kind
    /// The browser, or the name of the token.
    let title: String
    /// The client's address at its last use.
    let address: String
    let created: Date
    let used: Date
}

/// The account of a request, and the session that names it; no session where a proxy names the account.
struct SignedIn: Sendable {
    let account: Account
    var session: SessionRecord?
}

/// An invitation to make an account, or a link by which an account gets a new password.
struct Invitation: Hashable, Sendable {
    static let lifetime: TimeInterval = 7 * 24 * 3600

    let id: String
    /// The account that gets a new password; `nil` for a new account.
    var account: Visitor?
    var accountName: String?
    var isAdmin = false
    let created: Date
    let expires: Date
}

/// An account in the list of administrators.
struct AccountSummary: Sendable {
    let account: Account
    let created: Date
    let seen: Date?
    let readCount: Int
    let savedCount: Int
    let sessionCount: Int
}
