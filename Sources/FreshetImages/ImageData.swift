public import Foundation
public import FreshetCore

/// A picture: its unchanged bytes, and the format and size in their header.
public struct ImageData: Sendable, Hashable {
    /// The unchanged bytes.
    public let bytes: Data
    /// The format.
    public let format: ImageFormat
    /// The size in pixels; `nil` if the header has none, as in some SVG documents.
    public let pixelSize: PixelSize?

    /// Reads the header of a picture.
    ///
    /// - Throws: ``FetchError`` of kind `validation` if the bytes are not a picture of a known format.
    public init(_ bytes: Data) throws(FetchError) {
        guard let format = ImageFormat(of: bytes) else {
            throw FetchError(.validation("The picture has no known format."))
        }
        self.bytes = bytes
        self.format = format
        pixelSize = PixelSize(of: bytes, format: format)
    }
}
