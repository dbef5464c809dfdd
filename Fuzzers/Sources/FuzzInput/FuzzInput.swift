import Foundation

/// The input of one run of a fuzzer, which is read from its start.
public struct FuzzInput {
    private var rest: Data

    /// Makes an input of bytes.
    public init(_ bytes: UnsafePointer<UInt8>?, _ count: Int) {
        rest = bytes.map { Data(bytes: $0, count: count) } ?? Data()
    }

    /// The unread bytes.
    public var data: Data { rest }

    /// The unread bytes as text, with invalid UTF-8 replaced.
    public var text: String { String(decoding: rest, as: UTF8.self) }

    /// The next byte; 0 at the end.
    public mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// Reads two bytes as a number, the high byte first.
    public mutating func number() -> Int { Int(byte()) << 8 | Int(byte()) }
}

/// Ends the process if a condition is not met, which libFuzzer reports as a finding and whose input it stores.
public func check(_ condition: Bool, _ claim: @autoclosure () -> String) {
    if !condition { fatalError(claim()) }
}

extension Data {
    /// Returns the data in chunks of these lengths, in turn.
    public func cut(by lengths: [Int]) -> [Data] {
        var (rest, chunks, index) = (self[...], [Data](), 0)
        while !rest.isEmpty {
            let length = lengths[index % lengths.count]
            chunks.append(rest.prefix(length))
            rest = rest.dropFirst(length)
            index += 1
        }
        return chunks
    }
}
