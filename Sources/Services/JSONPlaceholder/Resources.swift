public import Foundation
import FreshetCore
import FreshetLenientJSON

extension JSONPlaceholder {
    /// A type of which the service has a list.
    public protocol Resource: Codable, Identifiable, Hashable, Sendable where ID == Int {
        /// The list's path, such as `posts`.
        static var path: String { get }
    }

    public struct Post: Resource {
        public static let path = "posts"
        public var id: Int
        public var userId: Int
        public var title: String
        public var body: String

        public init(id: Int = 0, userId: Int, title: String, body: String) {
            self.id = id
            self.userId = userId
            self.title = title
            self.body = body
        }
    }

    public struct Comment: Resource {
        public static let path = "comments"
        public var id: Int
        public var postId: Int
        public var name: String
        public var email: String
        public var body: String
    }

    public struct Album: Resource {
        public static let path = "albums"
        public var id: Int
        public var userId: Int
        public var title: String

        public init(id: Int, userId: Int, title: String) {
            self.id = id
            self.userId = userId
            self.title = title
        }
    }

    public struct Photo: Resource {
        public static let path = "photos"
        public var id: Int
        public var albumId: Int
        public var title: String
        /// The address as sent by the service. Its host no longer exists, so the picture fails to load.
        public var url: String
        public var thumbnailUrl: String

        public init(id: Int, albumId: Int, title: String, url: String, thumbnailUrl: String) {
            self.id = id
            self.albumId = albumId
            self.title = title
            self.url = url
            self.thumbnailUrl = thumbnailUrl
        }

        public var link: URL? { WebLink.url(from: url) }
        public var thumbnail: URL? { WebLink.url(from: thumbnailUrl) }
    }

    public struct Todo: Resource {
        public static let path = "todos"
        public var id: Int
        public var userId: Int
        public var title: String
        public var completed: Bool
    }

    public struct User: Resource {
        public static let path = "users"

        public struct Address: Codable, Hashable, Sendable {
            public struct Place: Codable, Hashable, Sendable {
                /// The degrees as a text.
                public var lat: String
                public var lng: String
            }

            public var street: String
            public var suite: String
            public var city: String
            public var zipcode: String
            public var geo: Place?
        }

        public struct Company: Codable, Hashable, Sendable {
            public var name: String
            public var catchPhrase: String?
            public var bs: String?
        }

        public var id: Int
        public var name: String
        public var username: String
        public var email: String?
        public var address: Address?
        public var phone: String?
        /// The host, without a scheme.
        public var website: String?
        public var company: Company?

        public init(id: Int, name: String, username: String, email: String? = nil) {
            self.id = id
            self.name = name
            self.username = username
            self.email = email
        }

        public var websiteLink: URL? { website.flatMap { WebLink.url(from: "http://\($0)") } }
    }
}
