/// One word of an index: what a value is and where its bytes are.
///
/// Four bits say the kind. Of twice thirty bits, the first are the place of the value's bytes. The second are the number
/// of its bytes, or with a container the place of the entry behind it, so that it can be skipped at once. The entry
/// of a container is followed by a word for its count of elements, then by its elements; with an object by key and value
/// in turn.
struct Entry: BitwiseCopyable {
    enum Kind: UInt8 {
        case null, `false`, `true`
        /// Digits with or without a sign.
        case integer
        /// A number with a point or an exponent.
        case decimal
        /// A text whose bytes are as they stand.
        case string
        /// A text with escapes in it.
        case escapedString
        case array, object
    }

    /// The most bytes that a body may have, since thirty bits count them.
    static let byteLimit = 1 << 30

    let word: UInt64

    @inline(__always)
    init(word: UInt64) { self.word = word }

    @inline(__always)
    init(_ kind: Kind, at start: Int, _ count: Int) {
        word = UInt64(kind.rawValue) << 60 | UInt64(truncatingIfNeeded: start) << 30 | UInt64(truncatingIfNeeded: count)
    }

    @inline(__always)
    var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: word >> 60)) ?? .null }

    /// Where the bytes of the value start; with a string those behind the quote.
    @inline(__always)
    var start: Int { Int(truncatingIfNeeded: word >> 30) & 0x3FFF_FFFF }

    /// How many bytes the value has; of a container the place of the entry behind it.
    @inline(__always)
    var count: Int { Int(truncatingIfNeeded: word) & 0x3FFF_FFFF }
}
