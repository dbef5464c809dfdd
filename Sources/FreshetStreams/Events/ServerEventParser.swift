public import Foundation
public import FreshetCore

/// Parses the bytes of an event stream into events, following WHATWG HTML §9.2.6.
///
/// It has no clock and no connection. The result is the same no matter where the bytes are split
/// into chunks. Events are parsed on demand, so the parser stores no more than the current chunk
/// and the fields of one event.
///
/// ```swift
/// var parser = ServerEventParser()
/// parser.append(Data("data: Hello\n\ndata: world\n\n".utf8))
/// while let event = try parser.next() { texts.append(event.value) }
/// ```
public struct ServerEventParser {
    /// The maximum size of a line, and of an event's data, in bytes.
    private let limit: Int
    private var chunk = Data()
    private var lines: LineScanner
    private var isFirstLine = true

    private var data: [UInt8] = []
    private var hasData = false
    private var name = ""
    private var id: String

    /// The id of the stream's last event, from which a new connection continues; empty if there is
    /// none.
    ///
    /// An `id` takes effect at the end of its block, even if the block has no data. An incomplete
    /// block is ignored.
    public private(set) var lastEventID: String

    /// The reconnection delay that the server last set with `retry`; `nil` if it set none.
    public private(set) var retryDelay: Duration?

    /// Makes a parser.
    ///
    /// - Parameters:
    ///   - lastEventID: The id of the last event received before, as sent in `Last-Event-ID`.
    ///   - limit: The maximum size of a line, and of an event's data, in bytes.
    public init(lastEventID: String = "", limit: Int = 1 << 20) {
        self.lastEventID = lastEventID
        self.limit = limit
        id = lastEventID
        lines = LineScanner(.any, limit: limit)
    }

    /// Begins with the bytes of a new connection. A block that the previous connection didn't
    /// complete is discarded, including its id.
    public mutating func beginConnection() {
        let retryDelay = retryDelay
        self = ServerEventParser(lastEventID: lastEventID, limit: limit)
        self.retryDelay = retryDelay
    }

    /// Adds the next bytes. To avoid a copy, first read events until ``next()`` returns `nil`.
    public mutating func append(_ chunk: Data) {
        self.chunk = self.chunk.isEmpty ? chunk : self.chunk.dropFirst(lines.position) + chunk
        lines.beginChunk()
    }

    /// Returns the next event from the bytes so far, or `nil` if more bytes are needed.
    ///
    /// - Throws: ``FetchError/Kind-swift.enum/tooLarge(_:)`` for a line or an event beyond the limit.
    public mutating func next() throws(FetchError) -> ServerEvent<String>? {
        guard !chunk.isEmpty else { return nil }
        // The bytes are read through a copy of the reference: the parser mutates itself while it reads them, which
        // would violate exclusive access.
        let chunk = chunk
        var isRead = true
        defer { if isRead { self.chunk = Data() } }
        let event = try chunk.withBytes { bytes throws(FetchError) in try readEvent(in: bytes) }
        isRead = event == nil
        return event
    }

    private mutating func readEvent(in bytes: UnsafeRawBufferPointer) throws(FetchError) -> ServerEvent<String>? {
        while let line = try lines.next(in: bytes) {
            let isEnd: Bool
            switch line {
            case .within(let range): isEnd = read(line: UnsafeRawBufferPointer(rebasing: bytes[range]))
            case .joined(let line): isEnd = line.withUnsafeBytes { read(line: $0) }
            }
            guard data.count <= limit else { throw FetchError(.tooLarge(.element(limit: limit))) }
            if isEnd, let event = endBlock() { return event }
        }
        return nil
    }

    private mutating func read(line: UnsafeRawBufferPointer) -> Bool {
        var line = line
        if isFirstLine {
            isFirstLine = false
            if line.starts(with: [0xEF, 0xBB, 0xBF]) { line = UnsafeRawBufferPointer(rebasing: line[3...]) }
        }
        if line.isEmpty { return true }
        let nameEnd = line.firstIndex(of: UInt8(ascii: ":"), in: 0..<line.count) ?? line.count
        if nameEnd == 0 { return false }  // a comment
        var valueStart = min(nameEnd + 1, line.count)
        if valueStart < line.count, line[valueStart] == UInt8(ascii: " ") { valueStart += 1 }
        read(field: line[..<nameEnd], UnsafeRawBufferPointer(rebasing: line[valueStart...]))
        return false
    }

    private mutating func read(field: Slice<UnsafeRawBufferPointer>, _ value: UnsafeRawBufferPointer) {
        if field.equals("data") {
            if hasData { data.append(UInt8(ascii: "\n")) }
            data.append(contentsOf: value)
            hasData = true
        } else if field.equals("event") {
            name = String(decoding: value, as: UTF8.self)
        } else if field.equals("id") {
            if value.firstIndex(of: 0, in: 0..<value.count) == nil { id = String(decoding: value, as: UTF8.self) }
        } else if field.equals("retry") {
            readRetry(value)
        }
    }

    private mutating func readRetry(_ value: UnsafeRawBufferPointer) {
        guard !value.isEmpty, value.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return }
        if let number = Int64(String(decoding: value, as: UTF8.self)) { retryDelay = .milliseconds(number) }
    }

    /// Ends a block and returns its event, or `nil` if the block has no `data` field.
    private mutating func endBlock() -> ServerEvent<String>? {
        lastEventID = id
        defer {
            name = ""
            data.removeAll(keepingCapacity: data.capacity < 64 << 10)
            hasData = false
        }
        guard hasData else { return nil }
        return ServerEvent(
            id: id.isEmpty ? nil : id, name: name.isEmpty ? "message" : name,
            value: String(decoding: data, as: UTF8.self))
    }
}

extension Slice<UnsafeRawBufferPointer> {
    fileprivate func equals(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount, let start = base.baseAddress else { return false }
        return memcmp(start + startIndex, text.utf8Start, count) == 0
    }
}
