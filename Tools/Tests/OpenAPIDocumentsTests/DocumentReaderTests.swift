import Foundation
import OpenAPIDocuments
import Testing

struct DocumentReaderTests {
    private func read(_ text: String) throws -> DocumentNode { try DocumentReader.read(Data(text.utf8)) }

    private func error(_ text: String) -> DocumentError? {
        do throws(DocumentError) {
            _ = try DocumentReader.read(Data(text.utf8))
            return nil
        } catch { return error }
    }

    @Test func jsonAndYAMLGiveTheSameValues() throws {
        let json = try read(#"{"a": [1, 2.5, true, null, "x\u00e9\ud83d\ude00\n"], "b": {}}"#)
        let yaml = try read("a:\n  - 1\n  - 2.5\n  - true\n  - ~\n  - \"x\\u00e9😀\\n\"\nb: {}\n")
        for root in [json, yaml] {
            let list = try #require(root["a"]?.list)
            #expect(list[0].integer == 1)
            #expect(list[1].scalarText == "2.5")
            #expect(list[2].boolean == true)
            #expect(list[3].isNull)
            #expect(list[4].string == "xé😀\n")
            #expect(root["b"]?.mapping?.entries.isEmpty == true)
        }
    }

    @Test("Locations", arguments: ["{\n  \"é\": {\"b\": true}}", "é:  \n  c: 1\n  b: true"])
    func valuesHaveTheirLocations(_ text: String) throws {
        let value = try #require(try read(text)["é"]?["b"])
        #expect(
            value.location
                == (text.hasPrefix("{") ? TextLocation(line: 2, column: 14) : TextLocation(line: 3, column: 6)))
    }

    @Test(
        "Wrong documents",
        arguments: [
            ("{\"a\": }", "1:7: Expected a value, but found \"}\"."),
            ("{\n\"a\": 1,\n\"a\": 2}", "3:1: The key \"a\" occurs twice."),
            ("{\"a\": \"x", "1:9: Expected the end of a string, but found the end of the document."),
            ("a: 1\na: 2\n", "2:1: The key \"a\" occurs twice."),
            ("a: *b\n", "1:4: The alias \"b\" has no anchor before it."),
            ("? [1]\n: 2\n", "1:3: A key must be a single value."),
            ("", "The document is empty."),
        ])
    func errorsNameTheirPlace(_ text: String, _ description: String) {
        #expect(error(text)?.description == description)
    }

    @Test func aliasesAndMergeKeysAreFollowed() throws {
        let root = try read("a: &a {x: 1, y: 2}\nb: *a\nc: {<<: *a, y: 3}\n")
        #expect(root["b"]?["x"]?.integer == 1)
        #expect(root["c"]?["x"]?.integer == 1)
        #expect(root["c"]?["y"]?.integer == 3)
    }

    @Test func quotedNumbersAreStrings() throws {
        let root = try read("a: \"1\"\nb: 1.0\nc: 0x1F\nd: 2026-03-01\n")
        #expect(root["a"]?.string == "1")
        #expect(root["b"]?.string == nil)
        #expect(root["c"]?.string == "0x1F")
        #expect(root["d"]?.string == "2026-03-01")
    }

    @Test(
        "Deep documents",
        arguments: [
            String(repeating: "[", count: 10_000), String(repeating: "{\"a\":", count: 10_000),
            "a: " + String(repeating: "[", count: 10_000), String(repeating: "- ", count: 10_000) + "1",
            (0..<10_000).map { String(repeating: " ", count: min($0, 3_000)) + "a:\n" }.joined(),
        ])
    func deepDocumentsAreErrors(_ text: String) {
        #expect(error(text) != nil)
    }

    @Test func aliasesThatExplodeAreAnError() {
        var text = "a0: &a0 [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]\n"
        for number in 1..<40 {
            let aliases = Array(repeating: "*a\(number - 1)", count: 10).joined(separator: ", ")
            text += "a\(number): &a\(number) [\(aliases)]\n"
        }
        #expect(error(text)?.message == "The aliases stand for more than 4000000 values.")
    }
}
