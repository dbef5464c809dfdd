import Testing

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
}
