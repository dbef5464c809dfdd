import Foundation
import Freshet
import Hosts
public import ReaderModels
import ReaderStorage

/// The feeds of the one reader of an app.
public enum AppFeeds {
    /// Opens the feeds in the app's folder, which is made if it is missing.
    ///
    /// - Parameter settings: Name the emulator, whose feeds can be read although it is not a public host.
    /// - Throws: An error with the reason if the folder can't be used.
    public static func open(_ settings: ReaderSettings) throws -> any ReaderFeeds {
        let folder = DataFolder.standard().url.appending(path: "app", directoryHint: .isDirectory)
        let origins: Set<String> = settings.isLive ? [] : [settings.emulator]
        return try StoredFeeds(
            DataFolder(folder),
            from: FeedSource(trusted: origins, transport: DefaultTransport.shared, cache: MemoryCacheStore()),
            pictures: PictureSource(trusted: origins, transport: DefaultTransport.shared))
    }
}
