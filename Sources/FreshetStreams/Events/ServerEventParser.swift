public import Foundation
public import FreshetCore

/// Reads the events of an event stream from its bytes, by the rules of WHATWG HTML §9.2.6.
///
/// It has no clock and no connection. Chunks may be split at any byte: the events are the same. Each event is parsed
/// on demand, so that the parser stores no more than the present chunk and the fields of one event.
public struct ServerEventParser {
    /// The most bytes of a line, and of the data of an event.
    private let limit: Int
    private var chunk = Data()
    private var lines: LineScanner
    private var isFirstLine = true

    private var data: [UInt8] = []
    private var hasData = false
    private var name = ""
    private var id: String

    /// The id of the last event of the stream, with which a new connection continues; empty when there is none.
    ///
    /// An `id` takes effect at the end of its block, also of a block without data. A block without an end is ignored.
    public private(set) var lastEventID: String

    /// The last delay before a new connection that the server set with `retry`; `nil` when it set none.
    public private(set) var retryDelay: Duration?

    /// Makes a parser.
    ///
    /// - Parameters:
    ///   - lastEventID: The id with which the stream begins.
    ///   - limit: The most bytes of a line, and of the data of an event.
    public init(lastEventID: String = "", limit: Int = 1 << 20) {
        self.lastEventID = lastEventID
        self.limit = limit
        id = lastEventID
        lines = LineScanner(.any, limit: limit)
    }

    /// Begins with the bytes of another connection. A block that the last one did not complete is dropped with its id.
    public mutating func beginConnection() {
        let retryDelay = retryDelay
        self = ServerEventParser(lastEventID: lastEventID, limit: limit)
        self.retryDelay = retryDelay
    }

    /// Adds the next bytes. To save a copy, first read the events of the previous bytes until ``next()`` returns
    /// `nil`.
    public mutating func append(_ chunk: Data) {
        self.chunk = self.chunk.isEmpty ? chunk : self.chunk.dropFirst(lines.position) + chunk
        lines.beginChunk()
    }

    /// Returns the next event of the bytes so far; `nil` when more bytes are needed.
    ///
    /// - Throws: ``FetchError/Kind-swift.enum/tooLarge(_:)`` for a line or an event beyond the limit.
    public mutating func next() throws(FetchError) -> ServerEvent<String>? {
        guard !chunk.isEmpty else { return nil }
        // The bytes are read through a copy, since the parser changes while it reads them.
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

    /// Ends a block, and returns its event; `nil` for a block without a `data` field.
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
