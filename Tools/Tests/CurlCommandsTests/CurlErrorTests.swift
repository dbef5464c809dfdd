import Foundation
import Testing

@testable import CurlCommands

struct CurlErrorTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let command: String
        let exitCode: Int32
        let text: String

        init(_ command: String, _ exitCode: Int32, _ text: String) {
            (self.command, self.exitCode, self.text) = (command, exitCode, text)
        }

        var testDescription: String { command }
    }

    @Test(arguments: [
        Case("", 65, "The command is empty."),
        Case("wget https://a.example", 65, "Column 1: The command doesn't begin"),
        Case("curl", 65, "has no address"), Case("curl 'https://a.example", 65, "Column 6: The quotation"),
        Case("curl \"https://a.example", 65, "Expected another \"."),
        Case("curl https://a.example/?a=1&b=2", 65, "Column 28: & ends the command in a shell. Expected quotes"),
        Case("curl https://a.example | jq", 65, "Column 24: |"),
        Case("curl https://a.example\ncurl https://b.example", 65, "Line 2, column 1: The command ended"),
        Case("curl https://a.example -H", 65, "Column 24: Expected a value after -H."),
        Case("curl https://a.example -H Accept", 65, "Expected “Name: value”"),
        Case("curl https://a.example https://b.example", 65, "Column 24: A second address"),
        Case("curl \"https://a.example/$UNSET\"", 65, "The variable UNSET isn't set."),
        Case("curl https://a.example/$(date)", 65, "The output of other commands"),
        Case("curl https://a.example -d $'\\uD83Dx'", 65, "Expected a Unicode character"),
        Case("curl 'https://a.example/a b'", 65, "Expected %20"), Case("curl https://", 65, "no host"),
        Case("curl https://a.example -m soon", 65, "isn't a number"),
        Case("curl https://a.example -F title", 65, "Expected “name=content”"),
        Case("curl https://a.example -F a=1 -d b=2", 65, "several bodies"),
        Case("curl https://a.example -d @missing.json", 66, "The file missing.json can't be read."),
        Case("curl -k https://a.example", 78, "Column 6: The option -k isn't supported."),
        Case("curl --insecure https://a.example", 78, "--insecure isn't supported"),
        Case("curl --quux https://a.example", 78, "--quux isn't supported"),
        Case("curl -b cookies.txt https://a.example", 78, "A file of cookies"),
        Case("curl https://a.example/[1-3]", 78, "--globoff"), Case("curl ftp://a.example", 78, "scheme ftp"),
        Case("curl -x ftp://p.example https://a.example", 78, "scheme ftp"),
        Case("curl -d @- https://a.example", 78, "standard input"),
        Case("curl -H @fields https://a.example", 78, "file of header fields"),
        Case("curl --cert a.pem https://a.example", 78, "identity"),
        Case("curl ^\"https://a.example^\" & curl ^\"https://b.example^\"", 65, "& ends the command. Expected ^"),
    ])
    func anErrorNamesThePlaceAndWhatWasExpected(_ example: Case) throws {
        let error = #expect(throws: CurlError.self) {
            try CurlCommand(example.command, environment: [:]) { path in throw CocoaError(.fileNoSuchFile) }
        }
        #expect(error?.exitCode == example.exitCode)
        #expect(error?.description.contains(example.text) == true, "\(error?.description ?? "")")
    }

    @Test func anErrorShowsNoSecret() throws {
        let error = #expect(throws: CurlError.self) {
            try CurlCommand("curl https://a.example -H Authorization: Bearer s3cr3t", environment: [:])
        }
        #expect(error?.description.contains("s3cr3t") == false)
    }

    @Test func variablesHaveTheValuesOfTheEnvironment() throws {
        let command = try CurlCommand(
            #"curl "https://a.example/${PAGE}" -H "X-Note: $NOTE""#, environment: ["PAGE": "p", "NOTE": "n"])
        #expect(command.address.path == "/p")
        #expect(command.fields == [.init(name: "X-Note", value: "n")])
    }

    @Test func whatFreshetDoesAnywayIsAccepted() throws {
        let command = try CurlCommand("curl --http2 -L -s -o a.json --compressed https://a.example", environment: [:])
        #expect(command.notes.isEmpty)
        #expect(command.fields.isEmpty)
    }

    @Test func aFileOfDataLosesItsLineBreaks() throws {
        let command = try CurlCommand("curl -d @a.txt https://a.example", environment: [:]) { _ in Data("a\r\nb".utf8) }
        #expect(command.body == .bytes(Data("ab".utf8)))
    }

    @Test(arguments: [
        ("curl -H Accept: https://a.example", "always sends Accept"),
        ("curl 'https://a.example/?a=|'", "percent-encodes them"),
        ("curl -H 'Accept-Encoding: gzip, br' https://a.example", "traits Brotli and Zstd"),
    ])
    func differencesAreNoted(command: String, note: String) throws {
        let notes = try CurlCommand(command, environment: [:]).notes
        #expect(notes.contains { $0.contains(note) })
    }
}
