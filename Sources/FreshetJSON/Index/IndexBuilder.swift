import Foundation

/// Scans a body once, checks it against RFC 8259 and builds the index of its values.
///
/// The body is followed by zeros, which are never valid in JSON, so no step has to check for the
/// end.
struct IndexBuilder: ~Copyable {
    /// The maximum nesting depth, the same as in `JSONDecoder`.
    static let depthLimit = 512

    let bytes: Storage<UInt8>
    let end: Int
    var position: Int
    var tape: Storage<UInt64>

    init(_ body: some Collection<UInt8>) {
        bytes = Storage(copying: body)
        end = bytes.count
        // Most bodies have an entry for every eight to sixteen bytes.
        tape = Storage(capacity: end / 8 + 8)
        // A byte order mark may be ignored (RFC 8259 §8.1).
        position = bytes.word(at: 0) & 0xFF_FFFF == 0xBF_BBEF ? 3 : 0
    }

    @inline(__always)
    mutating func append(_ entry: Entry) { tape.append(entry.word) }

    @inline(__always)
    mutating func skipBlanks() {
        while true {
            let byte = bytes.byte(at: position)
            if byte > 0x20 { return }
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            position += 1
        }
    }

    /// An open container.
    private struct Frame: BitwiseCopyable {
        var entry: Int32 = 0
        var count: Int32 = 0
        /// A set of bits, one per key, computed from the key's length and letters. A key whose bit
        /// is missing is new.
        var seen: UInt64 = 0
        /// Whether a key may be repeated.
        var isAmbiguous = false
    }

    /// Scans the body. Returns its fault, which is at ``position``, or `nil` if the body is JSON.
    mutating func build() -> Fault? {
        // The entry that stands for missing values.
        append(Entry(.null, at: 0, 0))
        var frames = Storage<Frame>(capacity: 16)
        var depth = 0
        var frame = Frame()
        var isObject = false

        /// Ends a container at its closing bracket.
        func leave() {
            position += 1
            close(frame, isObject: isObject)
            depth -= 1
            frame = frames.removeLast()
            isObject = depth > 0 && Entry(word: tape[Int(frame.entry)]).kind == .object
        }

        // Each pass reads a value whose key has already been read.
        values: while true {
            skipBlanks()
            switch bytes.byte(at: position) {
            case UInt8(ascii: "\""):
                if let fault = string() { return fault }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard depth < Self.depthLimit else { return .tooDeep }
                frames.append(frame)
                depth += 1
                frame = Frame(entry: Int32(truncatingIfNeeded: tape.count))
                isObject = bytes.byte(at: position) == UInt8(ascii: "{")
                append(Entry(isObject ? .object : .array, at: position, 0))
                append(Entry(word: 0))
                position += 1
                skipBlanks()
                guard bytes.byte(at: position) == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    if isObject, let fault = key(in: &frame) { return fault }
                    continue
                }
                leave()
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                if let fault = number() { return fault }
            case UInt8(ascii: "t"):
                guard word(0x6575_7274, 4, .true) else { return .unexpected }
            case UInt8(ascii: "f"):
                guard word(0x65_736C_6166, 5, .false) else { return .unexpected }
            case UInt8(ascii: "n"):
                guard word(0x6C6C_756E, 4, .null) else { return .unexpected }
            default: return .unexpected
            }
            // After a value, close the containers that end here, and stop before the next value.
            while depth > 0 {
                frame.count += 1
                skipBlanks()
                let byte = bytes.byte(at: position)
                if byte == UInt8(ascii: ",") {
                    position += 1
                    if isObject {
                        skipBlanks()
                        if let fault = key(in: &frame) { return fault }
                    }
                    continue values
                }
                guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { return .unexpected }
                leave()
            }
            skipBlanks()
            return position == end ? nil : .unexpected
        }
    }

    /// Writes the end of a container, its number of elements, and whether all of its keys are known
    /// to be distinct.
    private func close(_ frame: Frame, isObject: Bool) {
        let entry = Int(frame.entry)
        let start = Entry(word: tape[entry]).start
        let isDistinct = !frame.isAmbiguous && frame.count <= JSONIndex.scanLimit
        tape[entry] = Entry(isObject ? .object : .array, at: start, tape.count).word
        tape[entry + 1] =
            Entry(isDistinct ? JSONIndex.distinctKeys : .null, at: entry + 2, Int(frame.count)).word
    }

    @inline(__always)
    private mutating func key(in frame: inout Frame) -> Fault? {
        guard bytes.byte(at: position) == UInt8(ascii: "\"") else { return .unexpected }
        if let fault = string() { return fault }
        let key = Entry(word: tape[tape.count - 1])
        // For an empty key, these positions contain quotes, which are used instead of letters.
        let letters = bytes.byte(at: key.start) ^ bytes.byte(at: key.start + key.count - 1) &* 7
        let bit = UInt64(1) << ((UInt64(letters) ^ UInt64(key.count) &* 11) & 63)
        if frame.seen & bit != 0 || key.kind == .escaped { lookForTwin(of: key, in: &frame) }
        frame.seen |= bit

        if bytes.byte(at: position) != UInt8(ascii: ":") { skipBlanks() }
        guard bytes.byte(at: position) == UInt8(ascii: ":") else { return .unexpected }
        position += 1
        return nil
    }

    /// Checks whether the newest key is repeated. For objects with many keys, a table does this
    /// later, on demand.
    private func lookForTwin(of key: Entry, in frame: inout Frame) {
        guard key.kind != .escaped, frame.count < JSONIndex.scanLimit else {
            frame.isAmbiguous = true
            return
        }
        var node = Int(frame.entry) + 2
        while node < tape.count - 1 {
            let other = Entry(word: tape[node])
            if other.count == key.count, bytes.isSame(at: other.start, as: key.start, count: key.count) {
                frame.isAmbiguous = true
                return
            }
            let value = Entry(word: tape[node + 1])
            node = value.kind.isContainer ? value.count : node + 2
        }
    }
}
