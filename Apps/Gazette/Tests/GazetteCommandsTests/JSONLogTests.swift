import Foundation
import Logging
import NIOConcurrencyHelpers
import Testing

@testable import GazetteCommands

/// The log whose lines are JSON.
struct JSONLogTests {
    private func line(_ log: (Logger) -> Void) throws -> [String: String] {
        let lines = NIOLockedValueBox<[String]>([])
        var logger = Logger(label: "test") { _ in
            JSONLogHandler(metadataProvider: .init { ["trace_id": "abc"] }) { text in
                lines.withLockedValue { $0.append(text) }
            }
        }
        logger[metadataKey: "port"] = "8080"
        log(logger)
        let all = lines.withLockedValue { $0 }
        #expect(all.count == 1 && all[0].hasSuffix("}\n") && all[0].count { $0 == "\n" } == 1)
        return try JSONDecoder().decode([String: String].self, from: Data(all[0].utf8))
    }

    @Test func aMessageIsOneLineWithItsMetadata() throws {
        let members = try line {
            $0.warning("Two\nlines, \"quoted\"", metadata: ["path": "/a\u{1B}[31m", "n": ["1", "2"]])
        }
        #expect(members["message"] == "Two\nlines, \"quoted\"")
        #expect(members["level"] == "warning")
        #expect(members["path"] == "/a\u{1B}[31m")
        #expect(members["trace_id"] == "abc" && members["port"] == "8080")
        #expect(members["time"]?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/) != nil)
    }

    @Test func messagesBelowTheLevelAreNotWritten() {
        let lines = NIOLockedValueBox(0)
        let logger = Logger(label: "test") { _ in
            JSONLogHandler(metadataProvider: nil) { _ in lines.withLockedValue { $0 += 1 } }
        }
        logger.debug("Not written")
        #expect(lines.withLockedValue { $0 } == 0)
    }
}
