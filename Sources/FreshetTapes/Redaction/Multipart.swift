import Foundation
import FreshetHTTP

/// The parts of a multipart body (RFC 2046 §5.1) as byte ranges.
struct Multipart {
    struct Part {
        /// The name of the form part (RFC 7578 §4.2).
        let name: String?
        let contentType: String?
        /// The unparsed head of the part.
        let head: String
        let range: Range<Int>
    }

    private(set) var parts: [Part] = []

    /// - Returns: `nil` if the content type has no boundary.
    init?(_ data: Data, contentType: String) {
        guard let boundary = Self.parameter("boundary", of: contentType), !boundary.isEmpty else { return nil }
        let bytes = Array(data)
        let delimiter = Array("--\(boundary)".utf8)
        var starts: [Int] = []
        var position = 0
        while position + delimiter.count <= bytes.count {
            let isLine = position == 0 || bytes[position - 1] == 0x0A
            if isLine, bytes[position...].starts(with: delimiter) {
                starts.append(position)
                position += delimiter.count
            } else {
                position += 1
            }
        }
        for (start, end) in zip(starts, starts.dropFirst() + [bytes.count]) {
            guard let part = Self.part(in: start + delimiter.count..<end, of: bytes) else { continue }
            parts.append(part)
        }
    }

    private static func part(in range: Range<Int>, of bytes: [UInt8]) -> Part? {
        guard let line = bytes[range].firstIndex(of: 0x0A),
            !bytes[range.lowerBound..<line].starts(with: "--".utf8)
        else { return nil }
        let blank = [Array("\r\n\r\n".utf8), Array("\n\n".utf8)].lazy.compactMap { blank -> Range<Int>? in
            let first = max(range.lowerBound, line - 1)
            return (first..<max(first, range.upperBound - blank.count + 1))
                .first { bytes[$0...].starts(with: blank) }.map { $0..<$0 + blank.count }
        }.min { $0.lowerBound < $1.lowerBound }
        guard let blank else { return nil }
        var end = range.upperBound
        for byte in [UInt8(0x0A), 0x0D] where end > blank.upperBound && bytes[end - 1] == byte { end -= 1 }
        let head = String(decoding: bytes[line + 1..<max(line + 1, blank.lowerBound)], as: UTF8.self)
        let lines = head.split(whereSeparator: \.isNewline)
        func value(_ name: String) -> String? {
            lines.first { $0.lowercased().hasPrefix("\(name):") }.map {
                $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
            }
        }
        return Part(
            name: value("content-disposition").flatMap { parameter("name", of: $0) },
            contentType: value("content-type"), head: head, range: blank.upperBound..<end)
    }

    /// Returns a parameter of a field value, without quotes.
    static func parameter(_ name: String, of value: String) -> String? {
        for parameter in value.split(separator: ";").dropFirst() {
            let parts = parameter.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].trimmingCharacters(in: .whitespaces).lowercased() == name else { continue }
            return parts[1].trimmingCharacters(in: [" ", "\"", "\t"])
        }
        return nil
    }
}
