import Foundation
import Testing

/// A curl command of the table `Files/Commands.txt`, with the request that curl sends for it.
struct CurlCase: Sendable, CustomTestStringConvertible {
    let title: String
    let command: String
    let sent: SentRequest

    var testDescription: String { title }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    /// All commands of the table.
    static let all: [CurlCase] = {
        let text = (try? String(contentsOf: folder.appending(path: "Files/Commands.txt"), encoding: .utf8)) ?? ""
        return "\n\(text)".components(separatedBy: "\n=== ").dropFirst().compactMap { CurlCase($0) }
    }()

    static func titled(_ title: String) throws -> CurlCase { try #require(all.first { $0.title == title }) }

    /// Returns the printed Swift code of a service.
    static func printed(_ service: String) throws -> String {
        try String(contentsOf: folder.appending(path: "Printed/\(service).swift"), encoding: .utf8)
    }

    private init?(_ text: String) {
        let halves = text.components(separatedBy: "\n---\n")
        let lines = halves[0].split(separator: "\n", maxSplits: 1).map(String.init)
        guard halves.count == 2, lines.count == 2 else { return nil }
        (title, command) = (lines[0], lines[1])
        var rest = halves[1]
        while rest.last == "\n" { rest.removeLast() }
        let parts = rest.split(separator: "\n\n", maxSplits: 1, omittingEmptySubsequences: false)
        let head = parts[0].split(separator: "\n").map(String.init)
        let fields = head.dropFirst().map { line in
            let pair = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return "\(pair[0].lowercased()): \(pair[1].drop { $0 == " " })"
        }
        let body = parts.count == 2 ? String(parts[1]) : ""
        let bytes = body.hasPrefix("base64 ") ? Data(base64Encoded: String(body.dropFirst(7))) : Data(body.utf8)
        sent = SentRequest(start: head[0], fields: fields.sorted(), body: bytes ?? Data())
    }
}
