/// One word of an index, with the kind of a value and the position of its bytes.
///
/// Four bits are the kind, thirty are the position of the value's bytes, and thirty are the number
/// of its bytes. For a container, the last thirty are the position of the entry after it, so that
/// it can be skipped. A container's entry is followed by a word with its number of elements and
/// then by the elements or, in an object, by alternating keys and values.
struct Entry: BitwiseCopyable {
    /// The kind of a value. It isn't an enum, because the compiler would then check each time
    /// whether the four bits are a valid case.
    struct Kind: BitwiseCopyable, Equatable {
        let bits: UInt64

        static var null: Kind { Kind(bits: 0) }
        static var `false`: Kind { Kind(bits: 1) }
        static var `true`: Kind { Kind(bits: 2) }
        /// Digits with or without a sign.
        static var integer: Kind { Kind(bits: 3) }
        /// A number with a point or an exponent.
        static var decimal: Kind { Kind(bits: 4) }
        /// An ASCII string without escapes.
        static var ascii: Kind { Kind(bits: 5) }
        /// A string without escapes that contains non-ASCII characters.
        static var unicode: Kind { Kind(bits: 6) }
        /// A string with escapes.
        static var escaped: Kind { Kind(bits: 7) }
        static var array: Kind { Kind(bits: 8) }
        static var object: Kind { Kind(bits: 9) }

        var isContainer: Bool { bits >= Kind.array.bits }
        var isText: Bool { bits &- Kind.ascii.bits <= 2 }
        var isNumber: Bool { bits &- Kind.integer.bits <= 1 }
    }

    /// The maximum size of a body, since its bytes are counted with thirty bits.
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

    /// The position of the value's bytes, which for a string is after the quote.
    @inline(__always)
    var start: Int { Int(truncatingIfNeeded: word >> 30) & 0x3FFF_FFFF }

    /// The number of the value's bytes or, for a container, the position of the entry after it.
    @inline(__always)
    var count: Int { Int(truncatingIfNeeded: word) & 0x3FFF_FFFF }
}
