public import Foundation

/// The width and height of an image in pixels.
public struct PixelSize: Sendable, Hashable, CustomStringConvertible {
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int

    /// Makes a size.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The size as text, such as `640×480`.
    public var description: String { "\(width)×\(height)" }

    /// Reads the size from an image's header, or returns `nil` if there is none or the header is
    /// invalid.
    ///
    /// It decodes nothing, and reads few bytes whatever the header claims. The orientation from
    /// camera metadata isn't applied.
    public init?(of data: Data, format: ImageFormat) {
        let reader = HeadReader(data: data)
        let size: (Int, Int)? =
            switch format {
            case .png: reader.png()
            case .jpeg: reader.jpeg()
            case .gif: reader.gif()
            case .webp: reader.webp()
            case .svg: SVGHead(data)?.size
            }
        guard let (width, height) = size, width > 0, height > 0 else { return nil }
        self.init(width: width, height: height)
    }
}

private struct HeadReader {
    let data: Data

    private func byte(_ offset: Int) -> Int? {
        offset >= 0 && offset < data.count ? Int(data[data.startIndex + offset]) : nil
    }

    private func bigEndian(_ offset: Int, count: Int) -> Int? { number(offset..<offset + count) }

    private func littleEndian(_ offset: Int, count: Int) -> Int? { number((offset..<offset + count).reversed()) }

    private func number(_ offsets: some Sequence<Int>) -> Int? {
        offsets.reduce(Int?.some(0)) { number, offset in
            guard let number, let byte = byte(offset) else { return nil }
            return number << 8 | byte
        }
    }

    private func text(_ offset: Int) -> String {
        String(decoding: data.dropFirst(offset).prefix(4), as: UTF8.self)
    }

    /// Reads the size from IHDR, the first chunk (PNG §11.2.2).
    func png() -> (Int, Int)? {
        guard text(12) == "IHDR", let width = bigEndian(16, count: 4), let height = bigEndian(20, count: 4) else {
            return nil
        }
        return width <= Int32.max && height <= Int32.max ? (width, height) : nil
    }

    func gif() -> (Int, Int)? {
        guard let width = littleEndian(6, count: 2), let height = littleEndian(8, count: 2) else { return nil }
        return (width, height)
    }

    /// Reads the size from the first start-of-frame segment (ITU T.81 §B.2.2).
    func jpeg() -> (Int, Int)? {
        var offset = 2
        while let marker = byte(offset + 1), byte(offset) == 0xFF {
            // Fill bytes (`FF`) may precede a marker (ITU T.81 §B.1.1.2).
            if marker == 0xFF {
                offset += 1
                continue
            }
            let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
            if isFrame, let height = bigEndian(offset + 5, count: 2), let width = bigEndian(offset + 7, count: 2) {
                return (width, height)
            }
            guard let length = bigEndian(offset + 2, count: 2), length >= 2 else { return nil }
            offset += 2 + length
        }
        return nil
    }

    /// Reads the size from the first chunk (RFC 9649 §2.5 to §2.7).
    func webp() -> (Int, Int)? {
        switch text(12) {
        case "VP8X":
            guard let width = littleEndian(24, count: 3), let height = littleEndian(27, count: 3) else { return nil }
            return (width + 1, height + 1)
        case "VP8L":
            guard byte(20) == 0x2F, let bits = littleEndian(21, count: 4) else { return nil }
            return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
        case "VP8 ":
            guard let width = littleEndian(26, count: 2), let height = littleEndian(28, count: 2) else { return nil }
            return (width & 0x3FFF, height & 0x3FFF)
        default: return nil
        }
    }
}
