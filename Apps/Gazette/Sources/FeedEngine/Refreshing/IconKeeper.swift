import Foundation
import Hosts

/// Fetches the icons of feeds, each once for all readers.
struct IconKeeper: Sendable {
    let store: FeedStore
    let pictures: PictureSource
    let now: @Sendable () -> Date

    /// How many icons are fetched at once.
    private static let width = 8

    /// Fetches some of the icons that are missing, or were fetched long ago.
    ///
    /// - Returns: Whether there were any.
    func fetch() async throws -> Bool {
        let wanted = try await store.wantedIcons(upTo: Self.width, now: now())
        await withTaskGroup { group in
            for icon in wanted {
                group.addTask {
                    let picture = try? await pictures.picture(at: icon.address)
                    // A request that was ended with the process says nothing about the icon.
                    if !Task.isCancelled { try? await store.keep(picture?.data, for: icon, now: now()) }
                }
            }
        }
        return !wanted.isEmpty
    }
}
