import Foundation
import FreshetCore
import FreshetStreams
import Testing

/// The rules of WHATWG HTML §9.2.6, case by case.
struct ServerEventParserTests {
    typealias Event = ServerEvent<String>

    /// Bytes, and the events that they hold.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let events: [Event]
        var lastID = ""

        init(_ name: String, _ text: String, _ events: [Event] = [], lastID: String? = nil) {
            self.init(name, Array(text.utf8), events, lastID: lastID)
        }

        init(_ name: String, _ bytes: [UInt8], _ events: [Event] = [], lastID: String? = nil) {
            testDescription = name
            self.bytes = bytes
            self.events = events
            self.lastID = lastID ?? events.last?.id ?? ""
        }
    }

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    static let cases: [Case] = [
        Case("Data is one event", "data: one\n\n", [Event(value: "one")]),
        Case("Lines of data are joined by LF", "data: one\ndata: two\n\n", [Event(value: "one\ntwo")]),
        Case(
            "An event has a name and an id", "event: add\ndata: 1\nid: 7\n\n", [Event(id: "7", name: "add", value: "1")]
        ),
        Case(
            "The name holds for one event", "event: add\ndata: 1\n\ndata: 2\n\n",
            [Event(name: "add", value: "1"), Event(value: "2")]),
        Case("An empty name is that of a message", "event: add\nevent:\ndata: 1\n\n", [Event(value: "1")]),
        Case(
            "The id holds for later events", "id: 7\ndata: 1\n\ndata: 2\n\n",
            [Event(id: "7", value: "1"), Event(id: "7", value: "2")]),
        Case("LF ends a line", "data: 1\n\ndata: 2\n\n", [Event(value: "1"), Event(value: "2")]),
        Case("CR ends a line", "data: 1\r\rdata: 2\r\r", [Event(value: "1"), Event(value: "2")]),
        Case("CR LF ends one line", "data: 1\r\n\r\ndata: 2\r\n\r\n", [Event(value: "1"), Event(value: "2")]),
        Case(
            "Endings are mixed", "data: 1\rdata: 2\ndata: 3\r\n\rdata: 4\n\r\n",
            [Event(value: "1\n2\n3"), Event(value: "4")]),
        Case("LF CR is two endings", "data: 1\n\rdata: 2\n\n", [Event(value: "1"), Event(value: "2")]),
        Case("A byte order mark at the start is dropped", mark + Array("data: 1\n\n".utf8), [Event(value: "1")]),
        Case("Only one byte order mark is dropped", mark + mark + Array("data: 1\n\n".utf8)),
        Case(
            "A later byte order mark belongs to its line", Array("data: 1\n\n".utf8) + mark + Array("data: 2\n\n".utf8),
            [Event(value: "1")]),
        Case("A comment is ignored", ": hello\ndata: 1\n:\n: data: 2\n\n", [Event(value: "1")]),
        Case("Comments alone are no event", ":\n\n: ping\n\n"),
        Case(
            "A single space after the colon is dropped", "data:1\ndata: 2\ndata:  3\ndata:\t4\n\n",
            [Event(value: "1\n2\n 3\n\t4")]),
        Case("Spaces before the colon belong to the name", "data : 1\n data: 2\n\n"),
        Case("A field without a colon has an empty value", "data\n\n", [Event(value: "")]),
        Case("Two fields without a colon are a line", "data\ndata\n\n", [Event(value: "\n")]),
        Case("Empty data is an event", "data:\n\n", [Event(value: "")]),
        Case("A block without data is no event", "event: add\nid: 3\n\n", [], lastID: "3"),
        Case("The id of a block without data counts", "id: 3\n\ndata: 1\n\n", [Event(id: "3", value: "1")]),
        Case("The name of a block without data does not", "event: add\n\ndata: 1\n\n", [Event(value: "1")]),
        Case(
            "An empty id resets it", "id: 3\ndata: 1\n\nid\ndata: 2\n\n",
            [Event(id: "3", value: "1"), Event(value: "2")], lastID: ""),
        Case(
            "An id with NULL is ignored", "id: 3\ndata: 1\n\nid: 4\u{0}\ndata: 2\n\n",
            [Event(id: "3", value: "1"), Event(id: "3", value: "2")]),
        Case("The last id of a block counts", "id: 3\nid: 4\ndata: 1\n\n", [Event(id: "4", value: "1")]),
        Case("A block without an end is dropped", "data: 1\n\ndata: 2\n", [Event(value: "1")]),
        Case("A line without an end is dropped", "data: 1\n\ndata: 2", [Event(value: "1")]),
        Case(
            "The id of a block without an end is dropped", "id: 3\ndata: 1\n\nid: 4\ndata: 2\n",
            [Event(id: "3", value: "1")]),
        Case("Unknown fields are ignored", "datas: 1\nDATA: 2\ndat: 3\ndata: 4\nfoo\n\n", [Event(value: "4")]),
        Case("Text is UTF-8", "event: größe\nid: é\ndata: 雪 🏔\n\n", [Event(id: "é", name: "größe", value: "雪 🏔")]),
        Case(
            "Invalid UTF-8 is replaced", Array("data: a".utf8) + [0xFF, 0x62, 0xE9, 0x9B] + Array("\n\n".utf8),
            [Event(value: "a\u{FFFD}b\u{FFFD}")]),
        Case("A colon in the value stays", "data: a: b\n\n", [Event(value: "a: b")]),
        Case(
            "Data of two events has no rest", "data: long line\n\ndata: x\n\n",
            [Event(value: "long line"), Event(value: "x")]),
        Case("An empty stream has no events", ""),
    ]

    private static func read(_ chunks: [ArraySlice<UInt8>], _ parser: inout ServerEventParser) throws -> [Event] {
        var events: [Event] = []
        for chunk in chunks {
            parser.append(Data(chunk))
            while let event = try parser.next() { events.append(event) }
        }
        return events
    }

    @Test("Every rule holds", arguments: cases)
    func rule(_ example: Case) throws {
        var parser = ServerEventParser()
        #expect(try Self.read([example.bytes[...]], &parser) == example.events)
        #expect(parser.lastEventID == example.lastID)
    }

    @Test("Every cut into three chunks gives the same events", arguments: cases)
    func cuts(_ example: Case) throws {
        let bytes = example.bytes
        for first in 0...bytes.count {
            for second in first...bytes.count {
                var parser = ServerEventParser()
                let events = try Self.read([bytes[..<first], bytes[first..<second], bytes[second...]], &parser)
                try #require(events == example.events, "cut at \(first) and \(second)")
                try #require(parser.lastEventID == example.lastID, "cut at \(first) and \(second)")
            }
        }
    }

    @Test("Every byte may come alone", arguments: cases)
    func bytes(_ example: Case) throws {
        var parser = ServerEventParser()
        let chunks = example.bytes.indices.map { example.bytes[$0...$0] }
        #expect(try Self.read(chunks, &parser) == example.events)
    }

    @Test("An event is there as soon as its block ends, also with CR")
    func immediacy() throws {
        var parser = ServerEventParser()
        parser.append(Data("data: 1\r\r".utf8))
        #expect(try parser.next() == Event(value: "1"))
        parser.append(Data("\ndata: 2\n\n".utf8))
        #expect(try parser.next() == Event(value: "2"))
        #expect(try parser.next() == nil)
        #expect(try parser.next() == nil)
    }

    @Test(
        "The delay of retry is a number of digits",
        arguments: [
            ("250", 250), ("0", 0), ("007", 7), (" 5", nil), ("", nil), ("-1", nil), ("+1", nil), ("1.5", nil),
            ("1 ", nil), ("٣", nil), ("9223372036854775807", Int64.max), ("9223372036854775808", nil),
        ] as [(String, Int64?)])
    func retry(text: String, milliseconds: Int64?) throws {
        var parser = ServerEventParser()
        // After one space, which belongs to the colon.
        _ = try Self.read([Array("retry: \(text)\n".utf8)[...]], &parser)
        #expect(parser.retryDelay == milliseconds.map { .milliseconds($0) })
    }

    @Test("Id and retry delay survive a connection, a block without an end does not")
    func anotherConnection() throws {
        var parser = ServerEventParser(lastEventID: "2")
        var events = try Self.read([Array("retry: 9\ndata: 1\n\nid: 4\ndata: 2\n".utf8)[...]], &parser)
        parser.beginConnection()
        events += try Self.read([(Self.mark + Array("data: 3\n\n".utf8))[...]], &parser)
        #expect(events == [Event(id: "2", value: "1"), Event(id: "2", value: "3")])
        #expect(parser.retryDelay == .milliseconds(9))
    }

    @Test("Lines and events are limited, however they are cut", arguments: [1, 3, 100])
    func limits(length: Int) throws {
        func read(_ text: String) throws -> [Event] {
            var parser = ServerEventParser(limit: 16)
            let bytes = Array(text.utf8)
            let chunks = stride(from: 0, to: bytes.count, by: length).map { bytes[$0..<min($0 + length, bytes.count)] }
            return try Self.read(chunks, &parser)
        }
        let tooLarge = FetchError(.tooLarge(.element(limit: 16)))
        #expect(try read("data: 1234567890\n\n") == [Event(value: "1234567890")])
        #expect(throws: tooLarge) { try read("data: 12345678901\n\n") }
        #expect(throws: tooLarge) { try read(": no end of this comment") }
        #expect(try read("data: 1234567\ndata: 12345678\n\n").count == 1)
        #expect(throws: tooLarge) { try read("data: 1234567\ndata: 123456789\n\n") }
        #expect(throws: tooLarge) {
            try read("data:1\ndata:2\ndata:3\ndata:4\ndata:5\ndata:6\ndata:7\ndata:8\ndata:9\n")
        }
    }
}
