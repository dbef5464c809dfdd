public import Foundation
public import FreshetCore

/// An image's unchanged bytes, with the format and size read from its header.
///
/// ```swift
/// let picture = try ImageData(bytes)
/// let caption = "\(picture.format.mediaType), \(picture.pixelSize?.description ?? "size unknown")"
/// ```
public struct ImageData: Sendable, Hashable {
    /// The unchanged bytes.
    public let bytes: Data
    /// The format.
    public let format: ImageFormat
    /// The size in pixels; `nil` if the header contains none, as in some SVG documents.
    public let pixelSize: PixelSize?

    /// Reads the header of an image. It doesn't decode the pixels.
    ///
    /// - Throws: ``FetchError`` of kind `validation` if the bytes aren't an image of a known
    ///   format.
    public init(_ bytes: Data) throws(FetchError) {
        guard let format = ImageFormat(of: bytes) else {
            throw FetchError(.validation("The picture's format is unknown."))
        }
        self.bytes = bytes
        self.format = format
        pixelSize = PixelSize(of: bytes, format: format)
    }
}
