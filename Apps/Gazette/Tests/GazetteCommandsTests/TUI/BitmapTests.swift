import Foundation
import Testing

@testable import Emulator
@testable import GazetteCommands

struct BitmapTests {
    @Test func halfBlocksHoldTwoPixelsEach() throws {
        let red = Bitmap.Pixel(red: 255, green: 0, blue: 0)
        let blue = Bitmap.Pixel(red: 0, green: 0, blue: 255)
        let bitmap = try #require(Bitmap(width: 2, height: 2, pixels: [red, red, blue, blue]))
        let lines = bitmap.halfBlocks(columns: 2, lines: 10)
        #expect(lines.map(\.text) == ["▀▀"])
        #expect(
            lines[0].pieces[0].style == CellStyle(foreground: .rgb(255, 0, 0), background: .rgb(0, 0, 255)))
    }

    @Test("Half blocks keep the sides and fit", arguments: [(20, 10), (40, 5), (7, 30), (1, 1)])
    func size(columns: Int, lines: Int) throws {
        let pixel = Bitmap.Pixel(red: 1, green: 2, blue: 3)
        let bitmap = try #require(Bitmap(width: 60, height: 40, pixels: Array(repeating: pixel, count: 2400)))
        let blocks = bitmap.halfBlocks(columns: columns, lines: lines)
        #expect(blocks.count <= lines)
        #expect(blocks.allSatisfy { $0.width <= columns && $0.width > 0 })
        if columns == 20 { #expect(blocks.count == 6 && blocks[0].width == 20) }
    }

    @Test func scalingTakesTheMean() throws {
        let pixels = [0, 100, 200, 100].map { Bitmap.Pixel(red: UInt8($0), green: 0, blue: 0) }
        let bitmap = try #require(Bitmap(width: 2, height: 2, pixels: pixels))
        #expect(bitmap.scaled(width: 1, height: 1).pixels == [Bitmap.Pixel(red: 100, green: 0, blue: 0)])
        #expect(bitmap.scaled(width: 4, height: 4).pixels.count == 16)
        #expect(Bitmap(width: 2, height: 2, pixels: []) == nil)
    }

    @Test func picturesOfTheEmulatorAreRead() throws {
        let palette: [(UInt8, UInt8, UInt8)] = [(9, 8, 7), (1, 2, 3)]
        let data = PNG.encode(width: 3, height: 2, pixels: [0, 1, 0, 1, 0, 1], palette: palette)
        let bitmap = try #require(PNGReader.bitmap(from: data))
        #expect(bitmap.width == 3 && bitmap.height == 2)
        #expect(bitmap.pixels[1] == Bitmap.Pixel(red: 1, green: 2, blue: 3))
        #expect(bitmap.pixels[2] == Bitmap.Pixel(red: 9, green: 8, blue: 7))
    }

    /// A picture of 2 by 2 pixels with each filter, made with Python's zlib.
    @Test("Rows with filters", arguments: 0...4)
    func filters(filter: Int) throws {
        let bitmap = try #require(PNGReader.bitmap(from: Self.picture(filter: UInt8(filter))))
        let expected = [(10, 20, 30), (40, 50, 60), (70, 80, 90), (100, 110, 120)]
        #expect(bitmap.pixels == expected.map { Bitmap.Pixel(red: UInt8($0), green: UInt8($1), blue: UInt8($2)) })
    }

    /// Two rows in true colour, both with the same filter, in a stream of zlib that is stored and not compressed.
    private static func picture(filter: UInt8) -> Data {
        let rows: [[UInt8]] = [[10, 20, 30, 40, 50, 60], [70, 80, 90, 100, 110, 120]]
        var raw: [UInt8] = []
        for (number, row) in rows.enumerated() {
            raw.append(filter)
            for (column, value) in row.enumerated() {
                let left = column >= 3 ? Int(row[column - 3]) : 0
                let above = number > 0 ? Int(rows[0][column]) : 0
                let corner = number > 0 && column >= 3 ? Int(rows[0][column - 3]) : 0
                let guesses = [0, left, above, (left + above) / 2, paeth(left, above, corner)]
                raw.append(value &- UInt8(guesses[Int(filter)]))
            }
        }
        var (low, high) = (1, 0)
        for byte in raw {
            low = (low + Int(byte)) % 65_521
            high = (high + low) % 65_521
        }
        let length = UInt8(raw.count)
        let sum = [UInt8(high >> 8), UInt8(high & 255), UInt8(low >> 8), UInt8(low & 255)]
        let stream: [UInt8] = [0x78, 0x01, 1, length, 0, ~length, 0xFF] + raw + sum
        var data = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        func add(_ type: String, _ content: [UInt8]) {
            data += [0, 0, 0, UInt8(content.count)] + Array(type.utf8) + content + [0, 0, 0, 0]
        }
        add("IHDR", [0, 0, 0, 2, 0, 0, 0, 2, 8, 2, 0, 0, 0])
        add("IDAT", stream)
        add("IEND", [])
        return data
    }

    private static func paeth(_ left: Int, _ above: Int, _ corner: Int) -> Int {
        let guess = left + above - corner
        let distances = [(left, abs(guess - left)), (above, abs(guess - above)), (corner, abs(guess - corner))]
        var best = distances[0]
        for candidate in distances.dropFirst() where candidate.1 < best.1 { best = candidate }
        return best.0
    }

    @Test func damagedPicturesAreNone() {
        let whole = Array(Self.picture(filter: 1))
        #expect(PNGReader.bitmap(from: Data(whole)) != nil)
        for length in 0..<whole.count - 12 { #expect(PNGReader.bitmap(from: Data(whole.prefix(length))) == nil) }
        for place in whole.indices {
            var bytes = whole
            bytes[place] ^= 0xFF
            // It may be read or not; it must not trap.
            if let bitmap = PNGReader.bitmap(from: Data(bytes)) { #expect(!bitmap.pixels.isEmpty) }
        }
        #expect(PNGReader.bitmap(from: Data("GIF89a".utf8)) == nil)
    }
}
