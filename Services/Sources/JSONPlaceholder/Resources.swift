public import Foundation
import Freshet
import FreshetLenientJSON

extension JSONPlaceholder {
    /// A type of element of which the service has a list.
    public protocol Resource: Codable, Identifiable, Hashable, Sendable where ID == Int {
        /// The list's path, such as `posts`.
        static var path: String { get }
    }

    /// A post.
    public struct Post: Resource {
        /// The path of the list.
        public static let path = "posts"
        /// The id of the post.
        public var id: Int
        /// The id of the author.
        public var userId: Int
        /// The title.
        public var title: String
        /// The body.
        public var body: String

        /// Makes a post.
        public init(id: Int = 0, userId: Int, title: String, body: String) {
            self.id = id
            self.userId = userId
            self.title = title
            self.body = body
        }
    }

    /// A comment on a post.
    public struct Comment: Resource {
        /// The path of the list.
        public static let path = "comments"
        /// The id.
        public var id: Int
        /// The id of the post.
        public var postId: Int
        /// The name.
        public var name: String
        /// The email.
        public var email: String
        /// The body.
        public var body: String
    }

    /// An album of photos.
    public struct Album: Resource {
        /// The path of the list.
        public static let path = "albums"
        /// The id.
        public var id: Int
        /// The id of the owner.
        public var userId: Int
        /// The title.
        public var title: String

        /// Makes an album.
        public init(id: Int, userId: Int, title: String) {
            self.id = id
            self.userId = userId
            self.title = title
        }
    }

    /// A photo of an album.
    public struct Photo: Resource {
        /// The path of the list.
        public static let path = "photos"
        /// The id.
        public var id: Int
        /// The id of the album.
        public var albumId: Int
        /// The title.
        public var title: String
        /// The address as sent by the service. Its host no longer exists, so the image fails to
        /// load.
        public var url: String
        /// The address of the thumbnail, as sent by the service.
        public var thumbnailUrl: String

        /// Makes a photo.
        public init(id: Int, albumId: Int, title: String, url: String, thumbnailUrl: String) {
            self.id = id
            self.albumId = albumId
            self.title = title
            self.url = url
            self.thumbnailUrl = thumbnailUrl
        }

        /// The address of the image; `nil` if it isn't http or https.
        public var link: URL? { WebLink.url(from: url) }
        /// The address of the thumbnail; `nil` if it isn't http or https.
        public var thumbnail: URL? { WebLink.url(from: thumbnailUrl) }
    }

    /// A to-do of a user.
    public struct Todo: Resource {
        /// The path of the list.
        public static let path = "todos"
        /// The id.
        public var id: Int
        /// The id of the owner.
        public var userId: Int
        /// The title.
        public var title: String
        /// Whether the to-do is completed.
        public var completed: Bool
    }

    /// A user.
    public struct User: Resource {
        /// The path of the list.
        public static let path = "users"

        /// The address of a user.
        public struct Address: Codable, Hashable, Sendable {
            /// A geographic position.
            public struct Place: Codable, Hashable, Sendable {
                /// The latitude in degrees, as a string.
                public var lat: String
                /// The longitude in degrees, as a string.
                public var lng: String
            }

            /// The street.
            public var street: String
            /// The apartment or suite.
            public var suite: String
            /// The city.
            public var city: String
            /// The postal code.
            public var zipcode: String
            /// The position; `nil` if missing.
            public var geo: Place?
        }

        /// The company of a user.
        public struct Company: Codable, Hashable, Sendable {
            /// The name.
            public var name: String
            /// The catch phrase; `nil` if missing.
            public var catchPhrase: String?
            /// The business of the company; `nil` if missing.
            public var bs: String?
        }

        /// The id.
        public var id: Int
        /// The name.
        public var name: String
        /// The user name.
        public var username: String
        /// The email; `nil` if missing.
        public var email: String?
        /// The address; `nil` if missing.
        public var address: Address?
        /// The phone; `nil` if missing.
        public var phone: String?
        /// The host, without a scheme.
        public var website: String?
        /// The company; `nil` if missing.
        public var company: Company?

        /// Makes a user.
        public init(id: Int, name: String, username: String, email: String? = nil) {
            self.id = id
            self.name = name
            self.username = username
            self.email = email
        }

        /// The address of the website; `nil` if missing.
        public var websiteLink: URL? { website.flatMap { WebLink.url(from: "http://\($0)") } }
    }
}
