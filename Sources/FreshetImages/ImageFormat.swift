public import Foundation

/// The format of an image, recognised by its first bytes rather than by its name or media type.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum ImageFormat: String, Sendable, Hashable, CaseIterable {
    /// PNG, recognised by its eight-byte signature.
    case png
    /// JPEG, recognised by its first three bytes, `FF D8 FF`.
    case jpeg
    /// GIF in version 87a or 89a, animated or not.
    case gif
    /// WebP, recognised by its RIFF header.
    case webp
    /// SVG, recognised by `svg` as the first element of the document.
    case svg

    /// Recognises the format of an image, or returns `nil` if it is unknown.
    public init?(of data: Data) {
        let start = [UInt8](data.prefix(12))
        if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if start.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if start.starts(with: Array("GIF87a".utf8)) || start.starts(with: Array("GIF89a".utf8)) {
            self = .gif
        } else if start.count == 12, start.starts(with: Array("RIFF".utf8)), start[8...].elementsEqual("WEBP".utf8) {
            self = .webp
        } else if SVGHead(data) != nil {
            self = .svg
        } else {
            return nil
        }
    }

    /// The media type of the format.
    public var mediaType: String {
        switch self {
        case .svg: "image/svg+xml"
        default: "image/\(rawValue)"
        }
    }
}
