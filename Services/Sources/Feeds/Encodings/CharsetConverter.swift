import CLibXML2

/// Converts bytes in other encodings to UTF-8 with iconv.
enum CharsetConverter {
    /// Converts bytes to UTF-8.
    ///
    /// - Returns: The text and the number of invalid bytes, each of which becomes a replacement
    ///   character, or `nil` if the encoding is unknown.
    static func utf8(_ bytes: ArraySlice<UInt8>, from charset: String) -> (text: [UInt8], invalidCount: Int)? {
        guard let converter = iconv_open("UTF-8", charset), converter != iconv_t(bitPattern: -1) else { return nil }
        defer { iconv_close(converter) }
        var input = Array(bytes)
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        var invalidCount = 0
        var position = 0
        output.reserveCapacity(input.count + input.count / 2)
        while position < input.count {
            let (consumed, produced, isStuck) = step(converter, &input, position, &buffer)
            position += consumed
            output += buffer[..<produced]
            if isStuck {
                invalidCount += 1
                position += 1
                output += [0xEF, 0xBF, 0xBD]
            }
        }
        return (output, invalidCount)
    }

    /// Converts as much as fits into the buffer. It stops at a byte that is invalid in the
    /// encoding.
    private static func step(
        _ converter: iconv_t, _ input: inout [UInt8], _ position: Int, _ buffer: inout [UInt8]
    ) -> (consumed: Int, produced: Int, isStuck: Bool) {
        input.withUnsafeMutableBytes { input in
            buffer.withUnsafeMutableBytes { buffer in
                guard let inputStart = input.baseAddress, let outputStart = buffer.baseAddress else {
                    return (0, 0, true)
                }
                var source: UnsafeMutablePointer<CChar>? = inputStart.assumingMemoryBound(to: CChar.self) + position
                var sourceCount = input.count - position
                var target: UnsafeMutablePointer<CChar>? = outputStart.assumingMemoryBound(to: CChar.self)
                var targetCount = buffer.count
                let result = iconv(converter, &source, &sourceCount, &target, &targetCount)
                let consumed = input.count - position - sourceCount
                let produced = buffer.count - targetCount
                // A full buffer isn't an error, since an empty one has room for at least one character.
                let isFull = targetCount < 16
                return (consumed, produced, result == -1 && !isFull)
            }
        }
    }
}
