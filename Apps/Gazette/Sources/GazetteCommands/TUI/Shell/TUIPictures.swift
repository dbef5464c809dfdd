import Foundation
import Freshet
import GazetteWeb

/// The pictures of the screen, each fetched and read once.
@MainActor
final class TUIPictures {
    /// The most pictures that are kept; more than a screen needs.
    private static let limit = 50

    private let source: PictureSource
    /// The pixels of the longest side that is shown. Those that were read for another size are forgotten.
    var longestSide = 160 {
        didSet { known = [:] }
    }
    private var known: [String: Bitmap] = [:]
    private var loading: Set<String> = []

    init(_ connection: Connection) {
        source = PictureSource(trusted: Set(connection.pictureRoutes.keys), transport: connection.pictureTransport)
    }

    /// Passes a picture on when it is there. One that can't be had or read is left out.
    func load(_ address: String, _ show: @escaping (Bitmap) -> Void) {
        if let bitmap = known[address] { return show(bitmap) }
        guard let url = URL(string: address), loading.insert(address).inserted else { return }
        Task {
            let bitmap = await Self.bitmap(at: url, source, longestSide)
            // Later ones may succeed where this one failed.
            loading.remove(address)
            guard let bitmap else { return }
            if known.count >= Self.limit { known = [:] }
            known[address] = bitmap
            show(bitmap)
        }
    }

    /// Fetches and reads a picture, and makes it as small as a terminal shows it.
    @concurrent private static func bitmap(
        at url: URL, _ source: PictureSource, _ longestSide: Int
    ) async -> Bitmap? {
        guard let picture = try? await source.picture(at: url),
            let bitmap = PNGReader.bitmap(from: picture.data) ?? JPEGReader.bitmap(from: picture.data)
        else { return nil }
        let scale = min(1, Double(longestSide) / Double(max(bitmap.width, bitmap.height)))
        return bitmap.scaled(
            width: max(1, Int(Double(bitmap.width) * scale)), height: max(1, Int(Double(bitmap.height) * scale)))
    }
}
