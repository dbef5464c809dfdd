import Foundation
import FreshetCore
import FreshetHTTP
import HTTPTypes

/// One logged exchange of a ``WireLog``: its number, its start time, and the secrets to leave out
/// of its lines.
struct LoggedExchange: Sendable {
    private let number: Int
    private let redaction: RequestRedaction
    private let bodyLimit: Int
    private let time: TimeSource
    private let start: Duration
    private let write: @Sendable (String) -> Void

    init(
        _ number: Int, _ redaction: RequestRedaction, bodyLimit: Int, time: TimeSource,
        write: @escaping @Sendable (String) -> Void
    ) {
        self.number = number
        self.redaction = redaction
        self.bodyLimit = bodyLimit
        self.time = time
        self.write = write
        start = time.now()
    }

    // MARK: - Lines

    /// Writes lines that are already escaped.
    func write(_ mark: String, _ lines: [String]) {
        for line in lines { write(line.isEmpty ? "#\(number) \(mark)" : "#\(number) \(mark) \(line)") }
    }

    /// Writes the end of a body, or its failure.
    func writeEnd(_ mark: String, _ text: String) {
        write(mark, [mark == "!" ? "\(text) \(elapsed)".escapedForLog : "[body: \(text) \(elapsed)]".escapedForLog])
    }

    /// Writes a failure that happened before the response head arrived.
    func writeFailure(_ error: FetchError) { write("!", ["\(error.code) \(elapsed)".escapedForLog]) }

    /// The time since the exchange began.
    private var elapsed: String {
        let milliseconds = Int((time.now() - start) / .milliseconds(1))
        let fraction = String(milliseconds % 1000)
        return "after \(milliseconds / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction) s"
    }

    private func lines(_ fields: HTTPFields) -> [String] {
        fields.map { "\($0.name.rawName): \(redaction.field($0).redacted)".escapedForLog }
    }

    // MARK: - Requests

    /// Writes a request's head and what is known about its body.
    ///
    /// - Parameter added: The fields that the transport adds to, or sends instead of, the request's
    ///   own.
    /// - Returns: The body to send. If it is a stream, its chunks are logged.
    func writeRequest(_ request: TransportRequest, added: HTTPFields) -> TransportRequest.Body? {
        let head = request.head
        let target = redaction.address("\(head.scheme ?? "https")://\(head.authority ?? "")\(head.path ?? "/")")
        write(
            ">", ["\(head.method.rawValue) \(target.redacted)".escapedForLog] + lines(head.headerFields.setting(added)))
        var transcript = transcript(head.headerFields)
        switch request.body {
        case nil: return nil
        case .bytes(let data):
            write(">", Self.afterBlank(transcript.add(data) + transcript.end()) + ["[body: \(transcript.summary)]"])
        case .file(let url):
            let beginning = Self.beginning(of: url, limit: bodyLimit)
            let length = (try? FileManager.default.attributesOfItem(atPath: url.path)[.size]) as? Int
            let lines = Self.afterBlank(transcript.add(beginning) + transcript.end())
            let size = length.map { "\($0) bytes" } ?? "unknown length"
            write(">", lines + ["[body: a file of \(size)]"])
        case .stream(let length, let chunks):
            let logged = LoggedChunks(chunks, transcript, of: self)
            return .stream(length: length, AsyncThrowingStream { try await logged.next() })
        }
        return request.body
    }

    private static func afterBlank(_ lines: [String]) -> [String] { lines.isEmpty ? [] : [""] + lines }

    private static func beginning(of file: URL, limit: Int) -> Data {
        guard limit > 0, let handle = try? FileHandle(forReadingFrom: file) else { return Data() }
        defer { try? handle.close() }
        return (try? handle.read(upToCount: limit)) ?? Data()
    }

    // MARK: - Responses

    /// Writes a response's head, and returns the response with a body that is logged while it is
    /// read.
    func writeResponse(_ response: TransportResponse) -> TransportResponse {
        for interim in response.interim { write("<", [Self.line(interim.status)] + lines(interim.headerFields)) }
        let head = response.head
        write("<", ["\(Self.line(head.status)) \(elapsed)"] + lines(head.headerFields))
        var logged = response
        logged.body = LoggedBody(response.body, transcript(head.headerFields), of: self)
        return logged
    }

    private static func line(_ status: HTTPResponse.Status) -> String {
        (status.reasonPhrase.isEmpty ? "\(status.code)" : "\(status.code) \(status.reasonPhrase)").escapedForLog
    }

    private func transcript(_ fields: HTTPFields) -> BodyTranscript {
        let form = BodyTranscript.Form(contentType: fields[.contentType], coding: fields[.contentEncoding])
        return BodyTranscript(form, limit: bodyLimit) { [redaction] text, isCut in
            redaction.body(text, isForm: form.isForm, isCut: isCut)
        }
    }
}

extension HTTPFields {
    /// Returns these fields with the given ones set.
    func setting(_ others: HTTPFields) -> HTTPFields {
        var fields = self
        for field in others { fields[field.name] = field.value }
        return fields
    }
}
