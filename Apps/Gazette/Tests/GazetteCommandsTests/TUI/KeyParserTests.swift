import Testing

@testable import GazetteCommands

struct KeyParserTests {
    @Test(
        "Bytes of keys",
        arguments: [
            ("j", [.character("j")]), ("é", [.character("é")]), ("日本", [.character("日"), .character("本")]),
            ("\r", [.enter]), ("\t", [.tab]), ("\u{7F}", [.backspace]), ("\u{3}", [.control("c")]),
            ("\u{1B}", [.escape]), ("\u{1B}\u{1B}", [.escape, .escape]), ("\u{1B}[A", [.up]), ("\u{1B}OB", [.down]),
            ("\u{1B}[5~\u{1B}[6;5~", [.pageUp, .pageDown]), ("\u{1B}[Z", [.backTab]), ("\u{1B}[1;2C", [.right]),
            ("\u{1B}[H\u{1B}[4~", [.home, .end]), ("\u{1B}[?62;4c", []),
            ("a\u{1B}[Db", [.character("a"), .left, .character("b")]),
        ] as [(String, [Key])])
    func keys(text: String, expected: [Key]) {
        var parser = KeyParser()
        #expect(parser.keys(in: Array(text.utf8)) == expected)
    }

    @Test func whatComesInPiecesIsOneKey() {
        var parser = KeyParser()
        var keys: [Key] = []
        for byte in Array("é日\u{1B}[6~".utf8.dropLast(4)) { keys += parser.keys(in: [byte]) }
        #expect(keys == [.character("é"), .character("日")])
        #expect(parser.keys(in: Array("\u{1B}[".utf8)) == [])
        #expect(parser.keys(in: Array("6".utf8)) == [])
        #expect(parser.keys(in: Array("~".utf8)) == [.pageDown])
    }

    @Test func reportsOfTheTerminalAreNoKeys() throws {
        var parser = KeyParser()
        let cell = try #require(TUIGraphic.Cell(width: 10, height: 20))
        #expect(parser.keys(in: Array("\u{1B}[6;20;10tj\u{1B}[?62;4;6".utf8)) == [.character("j")])
        #expect(parser.takeReports() == [.cell(cell)])
        #expect(parser.keys(in: Array("ck".utf8)) == [.character("k")])
        #expect(parser.takeReports() == [.attributes([62, 4, 6])])
        // Sizes that no terminal has, and reports of something else.
        #expect(parser.keys(in: Array("\u{1B}[6;0;0t\u{1B}[4;600;800t\u{1B}[c".utf8)) == [])
        #expect(parser.takeReports() == [])
    }

    @Test func bytesThatAreNoTextAreLeftOut() {
        var parser = KeyParser()
        #expect(parser.keys(in: [0x80, 0xFF, 0x6A]) == [.character("j")])
        #expect(parser.keys(in: [0x1B, 0x5B] + [UInt8](repeating: 0x30, count: 40)) == [])
        #expect(parser.keys(in: [0x6A]) == [.character("j")])
    }
}
