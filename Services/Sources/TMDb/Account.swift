public import Foundation
public import Freshet
import FreshetLenientJSON

// Accounts of the service: https://developer.themoviedb.org/docs/authentication-user

extension TMDb {
    /// The account of a person.
    public struct Account: Decodable, Identifiable, Hashable, Sendable {
        /// The id, which the requests for lists of the account name.
        public let id: Int
        /// The name with which the person signs in.
        public let userName: String
        /// The full name; `nil` if the person gave none.
        public let name: String?

        private enum CodingKeys: String, CodingKey {
            case id, name
            case userName = "username"
        }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or of another type.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(Int.self, forKey: .id)
            userName = try container.decode(String.self, forKey: .userName)
            name = container.decodeText(forKey: .name)
        }
    }

    /// The state of a movie in an account: its rating, and whether it is a favourite or on the watchlist.
    public struct AccountState: Decodable, Hashable, Sendable {
        /// The id of the movie.
        public let id: Int
        /// The rating from 0.5 to 10; `nil` for none.
        public var rating: Double?
        /// Whether the movie is a favourite.
        public var isFavorite: Bool
        /// Whether the movie is on the watchlist.
        public var isOnWatchlist: Bool

        private struct Rating: Decodable {
            let value: Double
        }

        private enum CodingKeys: String, CodingKey {
            case id, rated, favorite, watchlist
        }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or of another type.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(Int.self, forKey: .id)
            // The service sends `false` for a movie without a rating.
            rating = container.decodeLeniently(Rating.self, forKey: .rated)?.value
            isFavorite = container.decodeLeniently(Bool.self, forKey: .favorite) ?? false
            isOnWatchlist = container.decodeLeniently(Bool.self, forKey: .watchlist) ?? false
        }
    }

    /// A token that a person approves, to let an app use the account. It is valid for an hour, and makes one session.
    public struct RequestToken: Decodable, Hashable, Sendable {
        /// The token, a secret.
        public let value: String

        private enum CodingKeys: String, CodingKey {
            case value = "request_token"
        }

        /// Returns the page where the person lets the app use the account, to open in a browser.
        ///
        /// - Parameter redirect: The address to which the page leads afterwards; `nil` for none.
        public func approvalURL(redirect: URL? = nil) -> URL? {
            var components = URLComponents(string: "https://www.themoviedb.org/authenticate")
            components?.path += "/\(value)"
            if let redirect {
                components?.queryItems = [URLQueryItem(name: "redirect_to", value: redirect.absoluteString)]
            }
            return components?.url
        }
    }

    /// A session of an account, as `Sessions` stores it.
    public struct Session: Codable, Hashable, Sendable {
        /// A user name and its password.
        public struct Login: Codable, Hashable, Sendable {
            /// The name.
            public let user: String
            /// The password.
            public let password: String

            /// Makes a login.
            public init(user: String, password: String) {
                self.user = user
                self.password = password
            }
        }

        /// The id, a secret.
        public let id: String
        /// The login that makes another session when the service ends this one; `nil` where the person has to sign in
        /// again.
        public let login: Login?

        /// Makes a session.
        public init(id: String, login: Login? = nil) {
            self.id = id
            self.login = login
        }
    }
}

// The secrets are not printed.

extension TMDb.RequestToken: CustomStringConvertible, CustomReflectable {
    /// The name of the type.
    public var description: String { "TMDb.RequestToken" }

    /// A mirror without children, so that `dump` shows no token.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension TMDb.Session: CustomStringConvertible, CustomReflectable {
    /// The name of the type.
    public var description: String { "TMDb.Session" }

    /// A mirror without children, so that `dump` shows no id and no password.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension TMDb.Session.Login: CustomStringConvertible, CustomReflectable {
    /// The name alone.
    public var description: String { "TMDb.Session.Login(user: \(user))" }

    /// A mirror without children, so that `dump` shows no password.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SessionState {
    /// The id of the account of TMDb that is signed in; `nil` for none.
    public var tmdbAccount: Int? {
        guard let account, account.hasPrefix(TMDb.Sessions.prefix) else { return nil }
        return Int(account.dropFirst(TMDb.Sessions.prefix.count))
    }
}
