import Foundation
import Testing

@testable import Emulator

@Suite struct JSONTextTests {
    @Test func membersKeepTheirOrder() {
        let json = JSONText.object([
            ("z", .number(1)), ("a", .null), ("m", .array([.string("x"), .number(-2)])), ("e", .array([])),
        ])
        #expect(json.text == #"{"z":1,"a":null,"m":["x",-2],"e":[]}"#)
    }

    @Test(
        "Texts come back as they were",
        arguments: [
            "", "plain", "\"quoted\" \\ back", "\r\n\t\u{0}\u{1F}\u{7F}", "日本 😀 é e\u{301}", "\u{2028}</script>",
        ])
    func roundTrip(_ text: String) throws {
        let data = Data(JSONText.array([.string(text)]).text.utf8)
        let decoded = try JSONDecoder().decode([String].self, from: data)
        let scalars = decoded.map { Array($0.unicodeScalars) }
        #expect(scalars == [Array(text.unicodeScalars)])
    }
}
