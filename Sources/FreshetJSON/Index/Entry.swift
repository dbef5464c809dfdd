/// One word of an index: what a value is and where its bytes are.
///
/// Four bits say the kind. Of twice thirty bits, the first are the place of the value's bytes. The second are the number
/// of its bytes, or with a container the place of the entry behind it, so that it can be skipped at once. The entry
/// of a container is followed by a word for its count of elements, then by its elements; with an object by key and value
/// in turn.
struct Entry: BitwiseCopyable {
    /// What a value is. It is no enum, since the compiler would check each time whether four bits are a case of one.
    struct Kind: BitwiseCopyable, Equatable {
        let bits: UInt64

        static var null: Kind { Kind(bits: 0) }
        static var `false`: Kind { Kind(bits: 1) }
        static var `true`: Kind { Kind(bits: 2) }
        /// Digits with or without a sign.
        static var integer: Kind { Kind(bits: 3) }
        /// A number with a point or an exponent.
        static var decimal: Kind { Kind(bits: 4) }
        /// A text of ASCII whose bytes are as they stand.
        static var ascii: Kind { Kind(bits: 5) }
        /// A text whose bytes are as they stand, some of them beyond ASCII.
        static var unicode: Kind { Kind(bits: 6) }
        /// A text with escapes in it.
        static var escaped: Kind { Kind(bits: 7) }
        static var array: Kind { Kind(bits: 8) }
        static var object: Kind { Kind(bits: 9) }

        var isContainer: Bool { bits >= Kind.array.bits }
        var isText: Bool { bits &- Kind.ascii.bits <= 2 }
        var isNumber: Bool { bits &- Kind.integer.bits <= 1 }
    }

    /// The most bytes that a body may have, since thirty bits count them.
    static let byteLimit = 1 << 30

    let word: UInt64

    @inline(__always)
    init(word: UInt64) { self.word = word }

    @inline(__always)
    init(_ kind: Kind, at start: Int, _ count: Int) {
        word = kind.bits << 60 | UInt64(truncatingIfNeeded: start) << 30 | UInt64(truncatingIfNeeded: count)
    }

    @inline(__always)
    var kind: Kind { Kind(bits: word >> 60) }

    /// Where the bytes of the value start; with a string those behind the quote.
    @inline(__always)
    var start: Int { Int(truncatingIfNeeded: word >> 30) & 0x3FFF_FFFF }

    /// How many bytes the value has; of a container the place of the entry behind it.
    @inline(__always)
    var count: Int { Int(truncatingIfNeeded: word) & 0x3FFF_FFFF }
}
