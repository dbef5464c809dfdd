import Foundation

/// The image types that the page shows. They are recognised by their first bytes, since a server's
/// content type may be wrong.
enum PictureType: String, CaseIterable {
    case png = "image/png"
    case jpeg = "image/jpeg"
    case gif = "image/gif"
    case webp = "image/webp"

    init?(of data: Data) {
        let found = Self.allCases.first { $0.isBeginning(of: data) }
        guard let found else { return nil }
        self = found
    }

    private func isBeginning(of data: Data) -> Bool {
        switch self {
        case .png: data.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        case .jpeg: data.starts(with: [0xFF, 0xD8, 0xFF])
        case .gif: data.starts(with: Array("GIF87a".utf8)) || data.starts(with: Array("GIF89a".utf8))
        case .webp: data.starts(with: Array("RIFF".utf8)) && data.dropFirst(8).starts(with: Array("WEBP".utf8))
        }
    }
}
