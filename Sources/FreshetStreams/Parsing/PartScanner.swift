import Foundation
import FreshetCore

/// Splits a response body into parts while its bytes arrive.
struct PartScanner {
    enum Format: Equatable {
        /// Each line is a part, including a last one without LF.
        case lines
        /// Each line that isn't blank is a part (NDJSON).
        case filledLines
        /// Parts begin with RS (JSON text sequences, RFC 7464).
        case sequence
        /// Parts have their own header fields and are separated by a boundary (RFC 2046 §5.1).
        case multipart(boundary: String)
    }

    private let format: Format
    private var chunk = Data()
    private var position = 0
    private var lines: LineScanner
    private var texts: JSONSequenceScanner
    private var multipart: MultipartScanner?
    private var isFirst = true

    init(_ format: Format, limit: Int) {
        self.format = format
        lines = LineScanner(.lineFeed, limit: limit)
        texts = JSONSequenceScanner(limit: limit)
        if case .multipart(let boundary) = format { multipart = MultipartScanner(boundary: boundary, limit: limit) }
    }

    mutating func append(_ chunk: Data) {
        self.chunk = chunk
        position = 0
        lines.beginChunk()
        chunk.withUnsafeBytes { multipart?.append($0) }
    }

    /// Returns the next part of the bytes so far, or `nil` if more bytes are needed.
    mutating func next() throws(FetchError) -> Data? {
        // The bytes are read through a copy of the reference: the scanner mutates itself while it reads them, which
        // would violate exclusive access.
        let chunk = chunk
        return try chunk.withBytes { bytes throws(FetchError) in
            while let part = try part(in: bytes) {
                if let part = accepted(part) { return part }
            }
            return nil
        }
    }

    /// Returns the part that is completed by the end of the body.
    mutating func end() -> Data? {
        let rest: [UInt8]? =
            switch format {
            case .lines, .filledLines: lines.rest()
            case .sequence: texts.endText()
            case .multipart: nil
            }
        return rest.flatMap { accepted(Data($0)) }
    }

    private mutating func part(in bytes: UnsafeRawBufferPointer) throws(FetchError) -> Data? {
        if format == .sequence { return try texts.next(in: bytes, &position).map { Data($0) } }
        if multipart != nil { return try multipart?.next().map { Data($0) } }
        switch try lines.next(in: bytes) {
        case nil: return nil
        case .within(let range)?: return Data(UnsafeRawBufferPointer(rebasing: bytes[range]))
        case .joined(let line)?: return Data(line)
        }
    }

    /// Returns the part, without a byte order mark at the start of the body, or `nil` for a blank
    /// line between values.
    private mutating func accepted(_ part: Data) -> Data? {
        defer { isFirst = false }
        let part = isFirst && part.starts(with: [0xEF, 0xBB, 0xBF]) ? part.dropFirst(3) : part
        return format == .filledLines && part.allSatisfy(\.isJSONBlank) ? nil : part
    }
}
