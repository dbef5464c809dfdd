import Foundation
import FreshetCore
import HTTPTypes

/// Finds the parts of a multipart body (RFC 2046 §5.1.1) in the chunks of a stream.
///
/// A part ends at the next delimiter, or after the number of bytes in its `Content-Length`, so that
/// a camera image is returned before the next one begins. Lines may end with LF alone, because some
/// cameras send them that way. Bytes before the first part and after the last delimiter are
/// ignored.
struct MultipartScanner {
    private static let lineFeed = UInt8(ascii: "\n")

    private let delimiter: [UInt8]
    private let limit: Int
    /// The bytes that don't belong to a returned part.
    private var bytes: [UInt8] = []
    /// The position before which no delimiter begins.
    private var searched = 0
    private var isInPart = false
    private var isComplete = false

    /// - Parameter limit: The maximum size of a part with its fields, in bytes.
    init(boundary: String, limit: Int) {
        delimiter = Array("--\(boundary)".utf8)
        self.limit = limit
    }

    mutating func append(_ chunk: UnsafeRawBufferPointer) {
        if !isComplete { bytes.append(contentsOf: chunk) }
    }

    /// Returns the next part with its fields, or `nil` if more bytes are needed.
    mutating func next() throws(FetchError) -> [UInt8]? {
        while !isComplete {
            let delimiter = nextDelimiter()
            if let length = announcedLength(before: delimiter?.start ?? bytes.count) {
                guard bytes.count >= length else { return nil }
                isInPart = false
                return take(length, dropping: length)
            }
            guard let found = delimiter else {
                guard bytes.count <= limit + self.delimiter.count + 4 else {
                    throw FetchError(.tooLarge(.element(limit: limit)))
                }
                return nil
            }
            let part = take(contentEnd(before: found.start), dropping: found.end)
            defer { isInPart = true }
            isComplete = found.isLast
            guard part.count <= limit else { throw FetchError(.tooLarge(.element(limit: limit))) }
            if isInPart { return part }
        }
        return nil
    }

    private mutating func take(_ count: Int, dropping dropped: Int) -> [UInt8] {
        defer {
            bytes.removeFirst(dropped)
            searched = 0
        }
        return Array(bytes[..<count])
    }

    /// Returns the length of the part with its fields, if the fields are complete and have a `Content-Length`.
    ///
    /// - Parameter end: The position of the next delimiter. Fields after it belong to another part.
    private func announcedLength(before end: Int) -> Int? {
        guard isInPart, let body = PartFields.bodyStart(in: bytes), body <= end else { return nil }
        let length = PartFields.fields(in: bytes[..<body]).contentLength
        return length.flatMap { $0 <= limit - body ? body + $0 : nil }
    }

    /// Returns the position of the next delimiter at the beginning of a line, and the position after its line.
    private mutating func nextDelimiter() -> (start: Int, end: Int, isLast: Bool)? {
        while let start = bytes.withUnsafeBytes({ $0.firstIndex(of: UInt8(ascii: "-"), in: searched..<bytes.count) }) {
            searched = start
            guard start + delimiter.count + 2 <= bytes.count else { return nil }
            let isAtLineStart = start == 0 || bytes[start - 1] == Self.lineFeed
            let end = start + delimiter.count
            if isAtLineStart, bytes[start..<end].elementsEqual(delimiter) {
                if bytes[end] == UInt8(ascii: "-"), bytes[end + 1] == UInt8(ascii: "-") {
                    return (start, bytes.count, true)
                }
                guard let line = bytes[end...].firstIndex(of: Self.lineFeed) else { return nil }
                // Only white space may follow a delimiter on its line. Otherwise, the line is content that begins with
                // the same text.
                let isWhole = bytes[end..<line].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
                if isWhole { return (start, line + 1, false) }
            }
            searched = start + 1
        }
        searched = bytes.count
        return nil
    }

    /// Returns the end of the content before a delimiter. The line ending between them belongs to
    /// the delimiter.
    private func contentEnd(before start: Int) -> Int {
        guard start > 0 else { return 0 }
        return start > 1 && bytes[start - 2] == UInt8(ascii: "\r") ? start - 2 : start - 1
    }
}
