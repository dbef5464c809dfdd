import Testing

@testable import GazetteCommands

struct StyledLineTests {
    private var line: StyledLine { StyledLine("abc", .bold) + StyledLine("日本", .dim) }

    @Test("A line in a width", arguments: 0...12)
    func fitted(width: Int) {
        let fitted = line.fitted(to: width)
        #expect(fitted.width == width)
        if width >= 7 {
            #expect(fitted.text.hasPrefix("abc日本"))
        } else if width > 0 {
            #expect(fitted.text.contains("…"))
        }
    }

    @Test func stylesEndWithTheirPiece() {
        #expect(line.sequence(.full) == "\u{1B}[1mabc\u{1B}[0m\u{1B}[2m日本\u{1B}[0m")
        #expect(StyledLine("x").sequence(.full) == "x")
    }

    @Test func coloursAreThoseOfTheTerminal() {
        let style = CellStyle(foreground: .rgb(255, 0, 128), background: .palette(4))
        #expect(style.sequence(.full) == "\u{1B}[38;2;255;0;128;48;5;4m")
        #expect(style.sequence(.indexed) == "\u{1B}[38;5;199;48;5;4m")
        #expect(style.sequence(.none) == "")
        #expect(CellStyle.reversed.sequence(.none) == "\u{1B}[7m")
    }
}
