import Foundation
import FreshetCore
import FreshetImages
import Testing

struct ImageHeadTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let bytes: Data
        let format: ImageFormat?
        let size: PixelSize?

        init(_ name: String, _ bytes: [UInt8], _ format: ImageFormat?, _ width: Int = 0, _ height: Int = 0) {
            testDescription = name
            self.bytes = Data(bytes)
            self.format = format
            size = width > 0 ? PixelSize(width: width, height: height) : nil
        }

        init(_ name: String, svg: String, _ width: Int = 0, _ height: Int = 0) {
            self.init(name, Array(svg.utf8), .svg, width, height)
        }
    }

    private static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 1, 0x90, 0, 0, 0, 200, 8, 6, 0, 0, 0]
    private static let jpeg: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 6, 1, 2, 3, 4, 0xFF, 0xFF, 0xC2, 0, 11, 8, 0, 0x20, 0, 0x40, 3, 0, 0, 0]
    private static func webp(_ chunk: String, _ rest: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8) + Array(chunk.utf8) + [0, 0, 0, 0] + rest
    }

    static let examples: [Example] = [
        Example("PNG", png, .png, 400, 200),
        Example("PNG, cut off", Array(png.prefix(20)), .png),
        Example("PNG of no width", Array(png.prefix(16)) + [0, 0, 0, 0, 0, 0, 0, 9], .png),
        Example("JPEG, progressive, with fill bytes", jpeg, .jpeg, 64, 32),
        Example("JPEG, cut off", Array(jpeg.prefix(12)), .jpeg),
        Example("JPEG whose segments do not advance", [0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0xFF, 0xC0], .jpeg),
        Example("GIF", Array("GIF87a".utf8) + [0x2C, 1, 0x90, 1], .gif, 300, 400),
        Example("GIF, cut off", Array("GIF89a".utf8) + [1], .gif),
        Example("WebP, extended", webp("VP8X", [0, 0, 0, 0, 0x8F, 1, 0, 0xC7, 0, 0]), .webp, 400, 200),
        Example("WebP, lossless", webp("VP8L", [0x2F, 0x8F, 0xC1, 0x31, 0]), .webp, 400, 200),
        Example("WebP, lossy", webp("VP8 ", [0, 0, 0, 0x9D, 1, 0x2A, 0x90, 1, 0xC8, 0]), .webp, 400, 200),
        Example("WebP, cut off", webp("VP8X", []), .webp),
        Example("SVG in pixels", svg: #"<svg xmlns="x" width="24px" height='12'/>"#, 24, 12),
        Example(
            "SVG by its view box", svg: "<?xml version=\"1.0\"?>\n<!-- <svg> -->\n<svg viewBox=\"0 0 30,40\">", 30, 40),
        Example("SVG in per cent", svg: #"<svg width="100%" height="100%" viewBox="0 0 5 6">"#, 5, 6),
        Example("SVG of no size", svg: "<svg>"),
        Example("SVG of a line's width only", svg: #"<svg stroke-width="3" height="4">"#),
        Example(
            "SVG after a document type",
            svg: "\u{FEFF}<!DOCTYPE svg PUBLIC \"a\" \"b\">\n<svg width=\"1\" height=\"2\">", 1, 2),
        Example("HTML", Array("<!DOCTYPE html><html><svg></svg></html>".utf8), nil),
        Example("another tag", Array("<svgfoo>".utf8), nil),
        Example("text", Array("not a picture".utf8), nil),
        Example("nothing", [], nil),
        Example("an endless comment", Array("<!--".utf8) + Array(repeating: 0x2D, count: 9000), nil),
    ]

    @Test("Format and size by the first bytes", arguments: examples)
    func head(example: Example) throws {
        #expect(ImageFormat(of: example.bytes) == example.format)
        // A slice does not start at 0.
        let slice = (Data([0, 0]) + example.bytes).dropFirst(2)
        #expect(ImageFormat(of: slice) == example.format)
        guard let format = example.format else {
            #expect(throws: FetchError.self) { try ImageData(example.bytes) }
            return
        }
        #expect(PixelSize(of: slice, format: format) == example.size)
        #expect(try ImageData(example.bytes).pixelSize == example.size)
    }

    @Test("Whatever the bytes, it ends", .timeLimit(.minutes(1)))
    func noise() {
        var generator = SystemRandomNumberGenerator()
        for example in Self.examples where !example.bytes.isEmpty {
            for _ in 0..<200 {
                var bytes = example.bytes
                for _ in 0..<3 { bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255) }
                if let format = ImageFormat(of: bytes) { _ = PixelSize(of: bytes, format: format) }
                for format in ImageFormat.allCases {
                    let size = PixelSize(of: bytes, format: format)
                    #expect(size.map { $0.width > 0 && $0.height > 0 } != false)
                }
            }
        }
    }
}
