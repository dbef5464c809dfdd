public import Foundation
public import Freshet
import FreshetLenientJSON

// The accounts of the service, see https://developer.themoviedb.org/docs/authentication-user

extension TMDb {
    /// A person's account.
    public struct Account: Decodable, Identifiable, Hashable, Sendable {
        /// The id, which requests for the account's lists contain.
        public let id: Int
        /// The name with which the person signs in.
        public let userName: String
        /// The full name; `nil` if the person hasn't set one.
        public let name: String?

        private enum CodingKeys: String, CodingKey {
            case id, name
            case userName = "username"
        }

        /// Decodes the value.
        ///
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
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
        /// The rating from 0.5 to 10; `nil` if there is none.
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
        /// - Throws: A `DecodingError` if required data is missing or has the wrong type.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(Int.self, forKey: .id)
            // The service sends `false` for a movie without a rating.
            rating = container.decodeLeniently(Rating.self, forKey: .rated)?.value
            isFavorite = container.decodeLeniently(Bool.self, forKey: .favorite) ?? false
            isOnWatchlist = container.decodeLeniently(Bool.self, forKey: .watchlist) ?? false
        }
    }

    /// A token that a person approves to let an app use the account. It is valid for an hour and
    /// for one session.
    public struct RequestToken: Decodable, Hashable, Sendable {
        /// The secret token.
        public let value: String

        private enum CodingKeys: String, CodingKey {
            case value = "request_token"
        }

        /// Returns the page to open in a browser, on which the person approves the token.
        ///
        /// - Parameter redirect: The address to which the page redirects afterwards; `nil` for
        ///   none.
        public func approvalURL(redirect: URL? = nil) -> URL? {
            var components = URLComponents(string: "https://www.themoviedb.org/authenticate")
            components?.path += "/\(value)"
            if let redirect {
                components?.queryItems = [URLQueryItem(name: "redirect_to", value: redirect.absoluteString)]
            }
            return components?.url
        }
    }

    /// An account's session, as stored by `Sessions`.
    public struct Session: Codable, Hashable, Sendable {
        /// A user name and a password.
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

        /// The secret id.
        public let id: String
        /// The login with which another session is made when the service ends this one; `nil` if
        /// the person has to sign in again.
        public let login: Login?

        /// Makes a session.
        public init(id: String, login: Login? = nil) {
            self.id = id
            self.login = login
        }
    }
}

// Secrets must not be printed.

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
    /// A description with the name only.
    public var description: String { "TMDb.Session.Login(user: \(user))" }

    /// A mirror without children, so that `dump` shows no password.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SessionState {
    /// The id of the TMDb account that is signed in; `nil` if there is none.
    public var tmdbAccount: Int? {
        guard let account, account.hasPrefix(TMDb.Sessions.prefix) else { return nil }
        return Int(account.dropFirst(TMDb.Sessions.prefix.count))
    }
}
