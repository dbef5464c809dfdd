import Foundation
import Freshet
import FreshetLenientJSON
import Hosts

/// The pictures of the screen, each fetched and read once.
@MainActor
final class TUIPictures {
    /// The maximum number of pictures in memory; more than a screen needs.
    private static let limit = 50

    private let source: PictureSource
    /// The longest side of a shown picture, in pixels. Setting it drops the pictures that were read for another size.
    var longestSide = 160 {
        didSet { known = [:] }
    }
    private var known: [String: Bitmap] = [:]
    private var loading: Set<String> = []

    init(_ connection: Connection) {
        source = connection.pictures(formats: [.png, .jpeg])
    }

    /// Loads a picture and passes it to a function. One that can't be fetched or read is ignored.
    func load(_ address: String, _ show: @escaping (Bitmap) -> Void) {
        if let bitmap = known[address] { return show(bitmap) }
        guard let url = WebLink.url(from: address), loading.insert(address).inserted else { return }
        Task {
            let bitmap = await Self.bitmap(at: url, source, longestSide)
            // After a failure, a later call tries again.
            loading.remove(address)
            guard let bitmap else { return }
            if known.count >= Self.limit { known = [:] }
            known[address] = bitmap
            show(bitmap)
        }
    }

    /// Fetches and reads a picture, and scales it down to the size that the terminal shows.
    @concurrent private static func bitmap(
        at url: URL, _ source: PictureSource, _ longestSide: Int
    ) async -> Bitmap? {
        guard let picture = try? await source.picture(at: url),
            let bitmap = Bitmap(reading: picture.data, longestSide: longestSide)
        else { return nil }
        let scale = min(1, Double(longestSide) / Double(max(bitmap.width, bitmap.height)))
        return bitmap.scaled(
            width: max(1, Int(Double(bitmap.width) * scale)), height: max(1, Int(Double(bitmap.height) * scale)))
    }
}
