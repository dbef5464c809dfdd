import FreshetHTTP
import Testing

/// What the scanner of texts takes for a secret.
struct SecretScannerTests {
    private static func found(in text: String) -> [String] {
        var scanner = SecretScanner(text, names: .standard)
        scanner.scanText()
        let bytes = Array(text.utf8)
        return scanner.finds.map { String(decoding: bytes[$0.range], as: UTF8.self) }
    }

    @Test(
        "The user of an address is found where it is in angle brackets, and where its slashes are escaped",
        arguments: [
            "https://ann:hush@films.example/", "<https://ann:hush@films.example/>; rel=next",
            #"{"link":"https:\/\/ann:hush@films.example\/"}"#,
        ])
    func users(text: String) {
        #expect(Self.found(in: text) == ["ann:hush"])
    }

    @Test("A name ends where the string does that contains it")
    func nestedNames() {
        let text = #"{"raw":"{\"x\":1}","session":{"id":"hush"},"a":"b\"=c"}"#
        #expect(Self.found(in: text) == [#"{"id":"hush"}"#])
        #expect(Self.found(in: #"{"raw":"{\"token\":\"hush\",\"x\":1}"}"#) == ["hush"])
        #expect(Self.found(in: #"{"raw":"{\"token\":\"hush"}"#) == ["hush"])
    }
}
