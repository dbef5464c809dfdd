public import Foundation
public import FreshetCore

/// A picture as it came: its bytes, and what their head says.
public struct ImageData: Sendable, Hashable {
    public let bytes: Data
    public let format: ImageFormat
    /// `nil` when the head gives none, as an SVG without one may do.
    public let pixelSize: PixelSize?

    /// Looks at the head of what may be a picture.
    ///
    /// - Throws: A ``FetchError`` of kind `validation` when the bytes are no picture of a known format.
    public init(_ bytes: Data) throws(FetchError) {
        guard let format = ImageFormat(of: bytes) else {
            throw FetchError(.validation("The picture has no known format."))
        }
        self.bytes = bytes
        self.format = format
        pixelSize = PixelSize(of: bytes, format: format)
    }
}
