package import Foundation

/// The first position at which a body isn't valid JSON (RFC 8259), or is nested too deeply for
/// decoders.
package struct JSONFault {
    /// The line, counted from 1. The column is counted in bytes.
    package let line: Int
    package let column: Int

    /// Finds the fault in a body, since decoders don't always report it. Returns `nil` if the body
    /// is JSON.
    package init?(in body: Data) {
        guard body.count < Entry.byteLimit else { return nil }
        var builder = IndexBuilder(body)
        guard builder.build() != nil else { return nil }
        self.init(at: builder)
    }

    fileprivate init(at builder: borrowing IndexBuilder) {
        var line = 1
        var lineStart = 0
        for offset in 0..<min(builder.position, builder.end) where builder.bytes[offset] == UInt8(ascii: "\n") {
            line += 1
            lineStart = offset + 1
        }
        self.line = line
        column = builder.position - lineStart + 1
    }
}

extension IndexBuilder {
    /// The reason why a body isn't JSON.
    enum Fault {
        case unexpected, unfinished, number, control, encoding, escape, tooDeep
    }

    /// Returns the error with the reason and the position of a fault.
    borrowing func error(_ fault: Fault) -> DecodingError {
        let reason =
            switch fault {
            case .unexpected: position < end ? "An unexpected character" : "An unexpected end"
            case .unfinished: "A string without its closing quote"
            case .number: "An invalid number"
            case .control: "A control character in a string"
            case .encoding: "A string that is not in UTF-8"
            case .escape: "An invalid escape"
            case .tooDeep: "More than \(Self.depthLimit) nested containers"
            }
        let place = JSONFault(at: self)
        return .dataCorrupted(
            .init(
                codingPath: [],
                debugDescription: "The body isn't JSON. \(reason) at line \(place.line), column \(place.column).")
        )
    }
}
