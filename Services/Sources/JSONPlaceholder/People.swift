public import Freshet

extension JSONPlaceholder {
    /// An album with its photos.
    public struct FilledAlbum: Identifiable, Hashable, Sendable {
        /// The album.
        public let album: Album
        /// The photos.
        public let photos: [Photo]
        /// The id of the album.
        public var id: Int { album.id }

        /// Makes an album with its photos.
        public init(album: Album, photos: [Photo]) {
            self.album = album
            self.photos = photos
        }
    }

    /// A user with their albums.
    public struct Person: Identifiable, Hashable, Sendable {
        /// The user.
        public let user: User
        /// The albums.
        public let albums: [FilledAlbum]
        /// The id.
        public var id: Int { user.id }

        /// Makes a user with albums.
        public init(user: User, albums: [FilledAlbum]) {
            self.user = user
            self.albums = albums
        }
    }

    /// A part of the combined people.
    public enum Part: String, CaseIterable, Hashable, Sendable {
        /// All users. If they fail, the complete request fails, so they never occur in
        /// ``People/failures``.
        case users
        /// The albums of all users. If they failed, no user has albums.
        case albums
        /// The photos of all albums. If they failed, no album has photos.
        case photos
    }

    /// Users with their albums and photos, and the parts that failed.
    public struct People: Sendable {
        /// The users with their albums.
        public let people: [Person]
        /// The errors of the parts that failed; empty if all parts succeeded.
        public let failures: [Part: FetchError]

        /// Whether all parts succeeded.
        public var isComplete: Bool { failures.isEmpty }
    }

    /// Combines users with their albums and photos.
    ///
    /// The order of each list is preserved. Albums and photos without an owner are left out; users
    /// without albums are kept. The time is linear in the number of users, albums and photos.
    public static func merge(users: [User], albums: [Album], photos: [Photo]) -> [Person] {
        let photosOfAlbum = Dictionary(grouping: photos, by: \.albumId)
        let albumsOfUser = Dictionary(grouping: albums, by: \.userId)
        return users.map { user in
            Person(
                user: user,
                albums: (albumsOfUser[user.id] ?? []).map { album in
                    FilledAlbum(album: album, photos: photosOfAlbum[album.id] ?? [])
                })
        }
    }
}
