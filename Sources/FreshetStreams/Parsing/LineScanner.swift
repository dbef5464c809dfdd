import Foundation
import FreshetCore

/// Finds the lines in the chunks of a stream. A line may be split at any byte.
///
/// A line within one chunk isn't copied. The scanner stores the beginning of a line whose end
/// hasn't arrived.
struct LineScanner {
    enum Ending {
        /// LF or CR LF, as in text files and NDJSON.
        case lineFeed
        /// CR LF, LF or CR, as in event streams (WHATWG HTML §9.2.5).
        case any
    }

    /// A line without its line ending.
    enum Line {
        /// The line is in the current chunk.
        case within(Range<Int>)
        /// The line began in an earlier chunk.
        case joined([UInt8])
    }

    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    private let ending: Ending
    private let limit: Int
    private var beginning: [UInt8] = []
    private(set) var position = 0
    /// The position of the next LF in the current chunk, or of the chunk's end. It is cached so
    /// that a chunk with many CRs is searched only once.
    private var nextLineFeed: Int?
    /// Whether the last line ended with CR, so that an LF after it belongs to the same ending.
    private var followsCarriageReturn = false

    init(_ ending: Ending, limit: Int) {
        self.ending = ending
        self.limit = limit
    }

    /// Begins with the next chunk. The previous one must have been read to its end.
    mutating func beginChunk() {
        position = 0
        nextLineFeed = nil
    }

    /// Returns the next line of the current chunk, or `nil` if the remaining bytes contain no line
    /// ending.
    mutating func next(in chunk: UnsafeRawBufferPointer) throws(FetchError) -> Line? {
        if followsCarriageReturn, position < chunk.count {
            followsCarriageReturn = false
            if chunk[position] == Self.lineFeed { position += 1 }
        }
        guard let end = end(in: chunk) else {
            let rest = position..<chunk.count
            try checkLength(of: rest)
            beginning.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[rest]))
            position = chunk.count
            return nil
        }
        let line = position..<end
        followsCarriageReturn = chunk[end] == Self.carriageReturn
        position = end + 1
        try checkLength(of: line)
        return complete(line, in: chunk)
    }

    private func checkLength(of line: Range<Int>) throws(FetchError) {
        guard line.count <= limit - beginning.count else { throw FetchError(.tooLarge(.element(limit: limit))) }
    }

    /// Returns the bytes after the last line ending once the stream has ended, or `nil` if there
    /// are none.
    mutating func rest() -> [UInt8]? {
        let line = takeBeginning()
        return line.isEmpty ? nil : line
    }

    private mutating func takeBeginning() -> [UInt8] {
        defer { beginning = [] }
        if ending == .lineFeed, beginning.last == Self.carriageReturn { beginning.removeLast() }
        return beginning
    }

    private mutating func end(in chunk: UnsafeRawBufferPointer) -> Int? {
        if nextLineFeed.map({ $0 < position }) ?? true {
            nextLineFeed = chunk.firstIndex(of: Self.lineFeed, in: position..<chunk.count) ?? chunk.count
        }
        let lineFeed = nextLineFeed ?? chunk.count
        if ending == .any, let end = chunk.firstIndex(of: Self.carriageReturn, in: position..<lineFeed) { return end }
        return lineFeed < chunk.count ? lineFeed : nil
    }

    private mutating func complete(_ line: Range<Int>, in chunk: UnsafeRawBufferPointer) -> Line {
        guard !beginning.isEmpty else {
            let endsWithReturn =
                ending == .lineFeed && !line.isEmpty && chunk[line.upperBound - 1] == Self.carriageReturn
            return .within(endsWithReturn ? line.dropLast() : line)
        }
        beginning.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[line]))
        return .joined(takeBeginning())
    }
}

extension Data {
    /// `withUnsafeBytes` with a typed error.
    func withBytes<Value>(
        _ body: (UnsafeRawBufferPointer) throws(FetchError) -> Value
    ) throws(FetchError) -> Value {
        try withUnsafeBytes { bytes in Result { () throws(FetchError) in try body(bytes) } }.get()
    }
}

extension UnsafeRawBufferPointer {
    /// Returns the position of the first occurrence of a byte within a range. It uses the system's
    /// search, which examines many bytes at once.
    func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
        guard !range.isEmpty, let start = baseAddress,
            let found = memchr(start + range.lowerBound, Int32(byte), range.count)
        else { return nil }
        return UnsafeRawPointer(found) - start
    }
}
