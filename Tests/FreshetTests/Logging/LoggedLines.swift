import Foundation
import Freshet
import FreshetTesting
import HTTPTypes

/// The lines that a log has written.
final class LoggedLines: Sendable {
    private let lines = Lock<[String]>([])

    var all: [String] { lines.withLock { $0 } }
    var text: String { all.joined(separator: "\n") }

    func add(_ line: String) { lines.withLock { $0.append(line) } }
}

extension TransportRequest {
    /// A request without a client.
    init(
        _ method: HTTPRequest.Method = .get, _ path: String = "/", fields: HTTPFields = [:], body: Body? = nil,
        authority: String = "films.example"
    ) {
        self.init(
            head: HTTPRequest(
                method: method, scheme: "https", authority: authority, path: path, headerFields: fields), body: body)
    }
}

extension TransportBody {
    /// Reads the chunks that are left.
    func chunks() async throws(FetchError) -> [String] {
        var chunks: [String] = []
        while let chunk = try await next() { chunks.append(String(decoding: chunk, as: UTF8.self)) }
        return chunks
    }
}

/// Returns the lines that a log shows of the body of a response, without their marks.
func shownLines(of body: String, type: String, limit: Int = WireLog.defaultBodyLimit) async throws -> [String] {
    let lines = LoggedLines()
    let stub = StubTransport { _ in
        StubTransport.Response(headers: [.contentType: type], chunks: [Data(body.utf8)])
    }
    let log = WireLog(around: stub, bodyLimit: limit) { lines.add($0) }
    let chunks = try await log.send(TransportRequest()).body.chunks()
    guard chunks == [body] else { return ["the body is another one"] }
    return lines.all.filter { $0.hasPrefix("#1 < ") }.dropFirst(2).dropLast().map { String($0.dropFirst(5)) }
}
