import CZlib
import Foundation

/// Reads pictures in PNG (RFC 2083) without interlacing, with 8 bits a sample or a palette.
enum PNGReader {
    /// The maximum number of pixels of a picture.
    private static let pixelLimit = 16_000_000

    private struct Header {
        var width = 0
        var height = 0
        var depth = 0
        var colourType = 0

        /// The number of samples per pixel; `nil` for an unknown colour type.
        var channels: Int? { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colourType] }

        /// The number of bytes in a row, without the filter byte.
        var rowLength: Int { (width * (channels ?? 0) * depth + 7) / 8 }

        /// The distance in bytes from a sample to the one to its left.
        var step: Int { max(1, (channels ?? 0) * depth / 8) }
    }

    /// Reads a picture; `nil` for data that is no PNG, is truncated, or has an unsupported form.
    static func bitmap(from data: Data) -> Bitmap? {
        let bytes = Array(data)
        guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
        var header: Header?
        var palette: [Bitmap.Pixel] = []
        var compressed: [UInt8] = []
        var place = 8
        while place + 12 <= bytes.count {
            let length = number(bytes, at: place)
            guard length <= bytes.count - place - 12 else { return nil }
            let content = bytes[(place + 8)..<(place + 8 + length)]
            switch String(decoding: bytes[(place + 4)..<(place + 8)], as: UTF8.self) {
            case "IHDR": header = self.header(Array(content))
            case "PLTE": palette = self.palette(Array(content))
            case "IDAT": compressed += content
            case "IEND": return header.flatMap { bitmap($0, palette, compressed) }
            default: break
            }
            place += length + 12
        }
        return nil
    }

    private static func number(_ bytes: [UInt8], at place: Int) -> Int {
        bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func header(_ bytes: [UInt8]) -> Header? {
        guard bytes.count == 13 else { return nil }
        let header = Header(
            width: number(bytes, at: 0), height: number(bytes, at: 4), depth: Int(bytes[8]), colourType: Int(bytes[9]))
        let isRead = header.depth == 8 || (header.colourType == 3 && [1, 2, 4].contains(header.depth))
        let isPlain = bytes[10] == 0 && bytes[11] == 0 && bytes[12] == 0
        let (area, overflow) = header.width.multipliedReportingOverflow(by: header.height)
        guard isRead, isPlain, header.channels != nil, !overflow, area > 0, area <= pixelLimit else { return nil }
        return header
    }

    private static func palette(_ bytes: [UInt8]) -> [Bitmap.Pixel] {
        stride(from: 0, to: bytes.count - bytes.count % 3, by: 3).map {
            Bitmap.Pixel(red: bytes[$0], green: bytes[$0 + 1], blue: bytes[$0 + 2])
        }
    }

    private static func bitmap(_ header: Header, _ palette: [Bitmap.Pixel], _ compressed: [UInt8]) -> Bitmap? {
        let expected = (header.rowLength + 1) * header.height
        var samples = [UInt8](repeating: 0, count: expected)
        var length = uLong(expected)
        guard uncompress(&samples, &length, compressed, uLong(compressed.count)) == Z_OK, Int(length) == expected,
            unfilter(&samples, header)
        else { return nil }
        var pixels: [Bitmap.Pixel] = []
        pixels.reserveCapacity(header.width * header.height)
        for row in 0..<header.height {
            let start = row * (header.rowLength + 1) + 1
            for column in 0..<header.width {
                guard let pixel = pixel(samples, start, column, header, palette) else { return nil }
                pixels.append(pixel)
            }
        }
        return Bitmap(width: header.width, height: header.height, pixels: pixels)
    }

    private static func pixel(
        _ samples: [UInt8], _ start: Int, _ column: Int, _ header: Header, _ palette: [Bitmap.Pixel]
    ) -> Bitmap.Pixel? {
        func grey(_ value: UInt8) -> Bitmap.Pixel { .init(red: value, green: value, blue: value) }
        switch header.colourType {
        case 0: return grey(samples[start + column])
        case 4: return grey(samples[start + column * 2])
        case 3:
            let bit = column * header.depth
            let byte = samples[start + bit / 8]
            let index = Int(byte >> (8 - header.depth - bit % 8)) & ((1 << header.depth) - 1)
            return palette.indices.contains(index) ? palette[index] : nil
        default:
            let place = start + column * (header.channels ?? 3)
            return .init(red: samples[place], green: samples[place + 1], blue: samples[place + 2])
        }
    }

    /// Undoes the filters of the rows (RFC 2083 §6); false for an unknown one.
    private static func unfilter(_ samples: inout [UInt8], _ header: Header) -> Bool {
        let (length, step) = (header.rowLength, header.step)
        for row in 0..<header.height {
            let start = row * (length + 1) + 1
            let filter = samples[start - 1]
            guard filter <= 4 else { return false }
            guard filter > 0 else { continue }
            for column in 0..<length {
                let left = column >= step ? Int(samples[start + column - step]) : 0
                let above = row > 0 ? Int(samples[start + column - length - 1]) : 0
                let corner = row > 0 && column >= step ? Int(samples[start + column - length - 1 - step]) : 0
                let guess =
                    switch filter {
                    case 1: left
                    case 2: above
                    case 3: (left + above) / 2
                    default: nearest(left, above, corner)
                    }
                samples[start + column] &+= UInt8(truncatingIfNeeded: guess)
            }
        }
        return true
    }

    /// The Paeth predictor.
    private static func nearest(_ left: Int, _ above: Int, _ corner: Int) -> Int {
        let guess = left + above - corner
        let (toLeft, toAbove, toCorner) = (abs(guess - left), abs(guess - above), abs(guess - corner))
        if toLeft <= toAbove, toLeft <= toCorner { return left }
        return toAbove <= toCorner ? above : corner
    }
}
