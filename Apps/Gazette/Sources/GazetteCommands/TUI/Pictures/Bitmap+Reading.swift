import Foundation

#if canImport(ImageIO)
import CoreGraphics
import ImageIO
#else
import CPNG
import CTurboJPEG
#endif

extension Bitmap {
    /// The maximum number of pixels of a picture. It bounds the memory: a progressive JPEG takes 6 bytes a pixel.
    private static let pixelLimit = 16_000_000

    #if canImport(ImageIO)
    /// Reads a picture with the system's reader; `nil` if it can't.
    ///
    /// - Parameter longestSide: The number of pixels that are enough; a larger picture may be read at a smaller size.
    init?(reading data: Data, longestSide: Int) {
        let options: [CFString: Any] = [
            kCGImageSourceCreateThumbnailFromImageAlways: true,
            kCGImageSourceThumbnailMaxPixelSize: longestSide,
        ]
        guard let source = CGImageSourceCreateWithData(data as CFData, nil),
            let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [CFString: Any],
            let width = properties[kCGImagePropertyPixelWidth] as? Int,
            let height = properties[kCGImagePropertyPixelHeight] as? Int, Self.isAllowed(width, height),
            let image = CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary)
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: image.width * image.height * 4)
        let isDrawn = bytes.withUnsafeMutableBytes { bytes in
            let context = CGContext(
                data: bytes.baseAddress, width: image.width, height: image.height, bitsPerComponent: 8,
                bytesPerRow: image.width * 4, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue)
            context?.draw(image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
            return context != nil
        }
        guard isDrawn else { return nil }
        self.init(width: image.width, height: image.height, samples: bytes, step: 4)
    }
    #else
    /// Reads a JPEG or a PNG; `nil` for data that is neither, is truncated or damaged, or has too many pixels.
    ///
    /// - Parameter longestSide: The number of pixels that are enough; a larger picture may be read at a smaller size.
    init?(reading data: Data, longestSide: Int) {
        let bytes = [UInt8](data)
        guard let bitmap = Self.jpeg(bytes, longestSide) ?? Self.png(bytes) else { return nil }
        self = bitmap
    }

    private static func jpeg(_ bytes: [UInt8], _ longestSide: Int) -> Bitmap? {
        guard let reader = tjInitDecompress() else { return nil }
        defer { tjDestroy(reader) }
        let count = UInt(bytes.count)
        var (width, height, subsampling, colours): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        guard tjDecompressHeader3(reader, bytes, count, &width, &height, &subsampling, &colours) == 0,
            isAllowed(Int(width), Int(height))
        else { return nil }
        // It is read in eighths of its size.
        let longest = Int(max(width, height))
        let eighths = Int32((1...8).first { longest * $0 / 8 >= longestSide } ?? 8)
        (width, height) = ((width * eighths + 7) / 8, (height * eighths + 7) / 8)
        var samples = [UInt8](repeating: 0, count: Int(width) * Int(height) * 3)
        // A damaged picture is none, nor is one of thousands of scans, which takes minutes.
        let flags = TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS
        guard
            tjDecompress2(
                reader, bytes, count, &samples, width, 0, height, Int32(TJPF_RGB.rawValue), flags) == 0
        else { return nil }
        return Bitmap(width: Int(width), height: Int(height), samples: samples, step: 3)
    }

    private static func png(_ bytes: [UInt8]) -> Bitmap? {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        // The reader keeps the address of the picture from call to call.
        return withUnsafeMutablePointer(to: &image) { image in
            defer { png_image_free(image) }
            guard png_image_begin_read_from_memory(image, bytes, bytes.count) != 0 else { return nil }
            let (width, height) = (Int(image.pointee.width), Int(image.pointee.height))
            guard isAllowed(width, height) else { return nil }
            image.pointee.format = png_uint_32(PNG_FORMAT_FLAG_COLOR)
            // The colours of 16 bits are those of the screen, too, not linear ones.
            image.pointee.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
            var samples = [UInt8](repeating: 0, count: width * height * 3)
            guard png_image_finish_read(image, nil, &samples, 0, nil) != 0 else { return nil }
            return Bitmap(width: width, height: height, samples: samples, step: 3)
        }
    }
    #endif

    private static func isAllowed(_ width: Int, _ height: Int) -> Bool {
        let (area, overflow) = width.multipliedReportingOverflow(by: height)
        return width > 0 && height > 0 && !overflow && area <= pixelLimit
    }

    /// Makes a picture from samples of red, green and blue, which start every few bytes.
    private init?(width: Int, height: Int, samples: [UInt8], step: Int) {
        let pixels = stride(from: 0, to: samples.count, by: step).map {
            Pixel(red: samples[$0], green: samples[$0 + 1], blue: samples[$0 + 2])
        }
        self.init(width: width, height: height, pixels: pixels)
    }
}
