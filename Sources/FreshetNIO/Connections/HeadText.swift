#if NIO
package import NIOCore

/// A converter that turns the heads of responses into valid UTF-8 before they are decoded.
///
/// SwiftNIO's decoder replaces bytes that aren't valid UTF-8, so that a redirect would lead to
/// another URL. Here, such a byte becomes the character that it stands for in ISO 8859-1 (RFC 9110
/// §5.5). In a URL it becomes a percent escape, as in browsers.
package struct HeadText {
    /// The part of a head to which a byte belongs.
    private enum Part {
        case name
        case text
        /// A field whose value is a URL.
        case address
        /// A `Link` field, outside and inside its angle brackets.
        case link, target
    }

    /// The length of the longest name that is compared, and of a status line up to its status.
    private static let nameBytes = 17
    /// The text before the status, after a version above 1.1 has been lowered.
    private static let version = Array("HTTP/1.1 ".utf8)
    /// The maximum number of bytes that wait for the end of a character.
    private static let runBytes = 1024

    private var part = Part.name
    /// The beginning of the line, in lowercase.
    private var name: [UInt8] = []
    private var isLineEmpty = true
    private var isStatusLine = true
    private var isInterim = false
    /// Whether the end of the final head has been read.
    private var isComplete = false
    /// The latest bytes outside of ASCII, which may continue in the next bytes.
    private var run: [UInt8] = []
    /// The latest bytes, if they needed no change.
    private var unread: ByteBuffer?

    package init() {}

    /// Returns the bytes, with the head converted to UTF-8. Bytes at the end that may belong to an
    /// incomplete character are held back.
    package mutating func convert(_ bytes: ByteBuffer) -> ByteBuffer {
        guard !isComplete else { return bytes }
        guard !run.isEmpty || bytes.withUnsafeReadableBytes({ hasOtherThanASCII($0) }) else {
            unread = bytes
            return bytes
        }
        var (rest, result) = (bytes, ByteBuffer())
        result.reserveCapacity(bytes.readableBytes + run.count)
        while !isComplete, let byte = rest.readInteger(as: UInt8.self) {
            if byte < 0x80 {
                endRun(into: &result)
                result.writeInteger(byte)
                read(byte)
            } else {
                run.append(byte)
                // A server may send bytes without any ASCII character for as long as it likes.
                if run.count == Self.runBytes { endRun(into: &result) }
            }
        }
        result.writeBuffer(&rest)
        return result
    }

    /// Whether a byte of the head isn't ASCII. If the body follows a final head in the same bytes,
    /// as it usually does, it isn't searched.
    private func hasOtherThanASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let isFinalHead =
            isStatusLine && isLineEmpty && bytes.starts(with: Self.version)
            && bytes.dropFirst(Self.version.count).first != UInt8(ascii: "1")
        return (isFinalHead ? bytes.upToBlankLine : bytes).hasOtherThanASCII
    }

    /// Must be called after the bytes were decoded.
    ///
    /// - Parameter hasEnded: Whether they contained the end of the final head. They usually do, and
    ///   nothing has to be read here.
    package mutating func endReading(hasEnded: Bool) {
        if let bytes = unread.take(), !hasEnded { for byte in bytes.readableBytesView { read(byte) } }
    }

    private mutating func endRun(into result: inout ByteBuffer) {
        guard !run.isEmpty else { return }
        defer { run.removeAll(keepingCapacity: true) }
        if String(validating: run, as: UTF8.self) != nil {
            result.writeBytes(run)
        } else if part == .address || part == .target {
            for byte in run { result.writeString("%" + String(byte, radix: 16, uppercase: true)) }
        } else {
            for byte in run { result.writeString(String(Unicode.Scalar(byte))) }
        }
    }

    // MARK: - Lines

    private mutating func read(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\n"): endLine()
        case UInt8(ascii: "\r"): break
        default:
            if isLineEmpty {
                isLineEmpty = false
                // A line that begins with a space continues the field before it (RFC 9112 §5.2).
                if byte != UInt8(ascii: " "), byte != UInt8(ascii: "\t") { (part, name) = (.name, []) }
            }
            readText(byte)
        }
    }

    private mutating func readText(_ byte: UInt8) {
        switch (part, byte) {
        case (.name, UInt8(ascii: ":")): part = Self.part(of: name)
        case (.name, _): if name.count < Self.nameBytes { name.append(byte | 0x20) }
        case (.link, UInt8(ascii: "<")): part = .target
        case (.target, UInt8(ascii: ">")): part = .link
        default: break
        }
    }

    private static func part(of name: [UInt8]) -> Part {
        if name.elementsEqual("link".utf8) { return .link }
        return name.elementsEqual("location".utf8) || name.elementsEqual("content-location".utf8) ? .address : .text
    }

    private mutating func endLine() {
        if isLineEmpty {
            // Blank lines before a status line don't end a head.
            if isInterim { self = HeadText() } else if !isStatusLine { isComplete = true }
        } else if isStatusLine {
            isStatusLine = false
            isInterim = name.dropFirst(Self.version.count).first == UInt8(ascii: "1")
        }
        isLineEmpty = true
    }
}

extension UnsafeRawBufferPointer {
    /// The bytes up to the first blank line; all bytes if there is none.
    fileprivate var upToBlankLine: UnsafeRawBufferPointer {
        var start = 0
        while let end = self[start...].firstIndex(of: UInt8(ascii: "\n")) {
            let length = end - start
            if length == 0 || length == 1 && self[start] == UInt8(ascii: "\r") { return Self(rebasing: self[...end]) }
            start = end + 1
        }
        return self
    }

    /// Whether any of the bytes isn't ASCII.
    fileprivate var hasOtherThanASCII: Bool {
        let words = count / 8
        for index in 0..<words {
            let word = loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)
            if word & 0x8080_8080_8080_8080 != 0 { return true }
        }
        return self[(words * 8)...].contains { $0 >= 0x80 }
    }
}
#endif
