import Freshet
import FreshetCombine
public import ReaderModels

/// The dependencies of all screens: the clients of the services, the stores of their pictures, and the reader's feeds.
@MainActor
public struct ReaderTools {
    /// The clients of the services.
    public let clients: ReaderClients
    /// The feeds of the reader; `nil` for an app without feeds.
    public let feeds: (any ReaderFeeds)?
    let newsPictures: ImageStore
    let moviePictures: ImageStore
    let mealPictures: ImageStore
    let peoplePictures: ImageStore

    /// Makes the stores of pictures, each with its service's client, so that emulated services use emulated pictures.
    public init(_ clients: ReaderClients, feeds: (any ReaderFeeds)? = nil) {
        self.clients = clients
        self.feeds = feeds
        newsPictures = ImageStore(client: clients.news, byteLimit: Self.pictureByteLimit)
        moviePictures = ImageStore(client: clients.movies, byteLimit: Self.pictureByteLimit)
        mealPictures = ImageStore(client: clients.meals, byteLimit: Self.pictureByteLimit)
        peoplePictures = ImageStore(client: clients.people, byteLimit: Self.pictureByteLimit)
    }

    private static let pictureByteLimit = 16 << 20
}
