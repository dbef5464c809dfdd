import Testing

@testable import GazetteCommands

struct SixelTests {
    private static func bitmap(
        _ width: Int, _ height: Int, _ pixel: (_ column: Int, _ row: Int) -> (Int, Int, Int)
    ) throws -> Bitmap {
        let pixels = (0..<width * height).map { index in
            let (red, green, blue) = pixel(index % width, index / width)
            return Bitmap.Pixel(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
        }
        return try #require(Bitmap(width: width, height: height, pixels: pixels))
    }

    /// Draws sixels as a terminal does, and returns the colours of the pixels, each part up to 100.
    private static func drawn(_ text: String) throws -> (width: Int, height: Int, pixels: [[Int]]) {
        let match = try #require(text.wholeMatch(of: /\u{1B}P0;1;0q"1;1;(\d+);(\d+)([#0-9;!?-~$-]*)\u{1B}\\/))
        let (width, height) = (try #require(Int(match.1)), try #require(Int(match.2)))
        var pixels = [[Int]](repeating: [], count: width * height)
        var (palette, colour, column, row) = ([Int: [Int]](), 0, 0, 0)
        for piece in String(match.3).matches(of: /#(\d+);2;(\d+);(\d+);(\d+)|#(\d+)|!(\d+)(.)|([$-])|([?-~])/) {
            if let number = piece.1.flatMap({ Int($0) }) {
                palette[number] = [piece.2, piece.3, piece.4].map { $0.flatMap { Int($0) } ?? -1 }
            } else if let number = piece.5.flatMap({ Int($0) }) {
                colour = number
            } else if let control = piece.8 {
                column = 0
                if control == "-" { row += 6 }
            } else {
                let count = piece.6.flatMap { Int($0) } ?? 1
                let bits = Int(try #require((piece.7 ?? piece.9)?.utf8.first)) - 63
                for _ in 0..<count {
                    for bit in 0..<6 where bits & 1 << bit != 0 {
                        try #require(row + bit < height && column < width)
                        #expect(pixels[(row + bit) * width + column] == [], "Each pixel is drawn once.")
                        pixels[(row + bit) * width + column] = try #require(palette[colour])
                    }
                    column += 1
                }
            }
        }
        return (width, height, pixels)
    }

    @Test func coloursOfTheCubeAreExact() throws {
        let bitmap = try Self.bitmap(9, 8) { column, row in (51 * (column % 6), 51 * (row % 6), 255) }
        let drawn = try Self.drawn(bitmap.sixels)
        #expect(drawn.width == 9 && drawn.height == 8)
        for (index, pixel) in drawn.pixels.enumerated() {
            #expect(pixel == [20 * (index % 9 % 6), 20 * (index / 9 % 6), 100])
        }
    }

    @Test("Other colours are mixed, and right on average", arguments: [0, 20, 77, 128, 200, 254])
    func mixed(value: Int) throws {
        let drawn = try Self.drawn(Self.bitmap(8, 12) { _, _ in (value, value, value) }.sixels)
        let mean = Double(drawn.pixels.reduce(0) { $0 + ($1.first ?? -1000) }) / Double(drawn.pixels.count)
        #expect(abs(mean - Double(value) / 2.55) < 2)
    }

    @Test func runsAreShort() throws {
        let text = try Self.bitmap(400, 6) { _, _ in (255, 0, 0) }.sixels
        #expect(text.contains("!400~"))
        #expect(text.utf8.count < 60)
    }

    @Test func aGraphicFitsItsCells() throws {
        let cell = try #require(TUIGraphic.Cell(width: 10, height: 20))
        let bitmap = try Self.bitmap(300, 200) { column, _ in (column % 256, 0, 0) }
        var graphic = TUIGraphic(bitmap, cell: cell, columns: 40, lines: 10)
        #expect(graphic.width == 300 && graphic.height == 200 && graphic.visibleLines == 0..<10)
        graphic.line = 2
        graphic.visibleLines = 8..<10
        #expect(graphic.lines == 2..<4)
        #expect(try Self.drawn(graphic.sixels).height == 40)
        #expect(TUIGraphic(bitmap, cell: cell, columns: 7, lines: 10).visibleLines == 0..<3)
        #expect(TUIGraphic.Cell(width: 0, height: 20) == nil)
    }

    @Test func theScreenLeavesRoomForThePicture() throws {
        let bitmap = try Self.bitmap(60, 40) { _, _ in (1, 2, 3) }
        var state = TUIState(size: (130, 30))
        let row = TUIRow(section: .news, id: "1", title: "Title", facts: "", url: nil)
        _ = state.receive([row], in: .news, status: "", problem: nil, newCount: 0)
        var detail = TUIDetail(key: row.key, title: "Title", facts: "", url: nil)
        detail.blocks = (0..<60).map { .text("Paragraph \($0)") }
        detail.picture = "https://pictures.example/1.png"
        state.receive(detail)
        state.receive(bitmap, at: "https://pictures.example/1.png")
        #expect(state.graphic == nil)
        #expect(state.screen[2].text.contains("▀"))

        state.cell = TUIGraphic.Cell(width: 10, height: 20)
        let graphic = try #require(state.graphic)
        #expect(graphic.line == 2 && graphic.column == 61)
        #expect(graphic.column + graphic.width / 10 <= 130)
        for line in graphic.lines { #expect(state.screen[line].text.dropFirst(61).allSatisfy { $0 == " " }) }
        #expect(state.screen[graphic.lines.upperBound + 1].text.dropFirst(61).hasPrefix("Title"))

        _ = state.handle(.enter)
        _ = state.handle(.character("j"))
        #expect(state.graphic?.visibleLines == 1..<graphic.visibleLines.upperBound)
        for _ in 0..<20 { _ = state.handle(.character("j")) }
        #expect(state.graphic == nil)
        _ = state.handle(.home)
        _ = state.handle(.character("?"))
        #expect(state.graphic == nil)
    }
}
