extension IndexBuilder {
    /// The reason why a body is not JSON.
    enum Fault {
        case unexpected, unfinished, number, control, encoding, escape, tooDeep
    }

    /// Makes the error with the reason and the position of a fault.
    borrowing func error(_ fault: Fault) -> DecodingError {
        var line = 1
        var lineStart = 0
        for offset in 0..<min(position, end) where bytes[offset] == UInt8(ascii: "\n") {
            line += 1
            lineStart = offset + 1
        }
        let reason =
            switch fault {
            case .unexpected: position < end ? "An unexpected character" : "An unexpected end"
            case .unfinished: "A text without its closing quote"
            case .number: "A number that is none"
            case .control: "A control character in a text"
            case .encoding: "A text that is not in UTF-8"
            case .escape: "An escape that is none"
            case .tooDeep: "More than \(Self.depthLimit) containers in each other"
            }
        return .dataCorrupted(
            .init(
                codingPath: [],
                debugDescription: "The body is no JSON. \(reason) at line \(line), column \(position - lineStart + 1).")
        )
    }
}
