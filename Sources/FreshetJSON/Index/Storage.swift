/// Memory for plain values that several owners of one index read, and the only unsafe code of this module.
///
/// It is safe from outside: every access is checked against the bounds, also in release builds; the memory is filled
/// before it can be read, belongs to one value that can't be copied, and is freed with it.
struct Storage<Element: BitwiseCopyable>: ~Copyable {
    private var base: UnsafeMutablePointer<Element>
    private(set) var capacity: Int

    /// Makes room for elements that are all the same.
    init(repeating element: Element, count: Int) {
        base = .allocate(capacity: count)
        base.initialize(repeating: element, count: count)
        capacity = count
    }

    deinit { base.deallocate() }

    /// The element at a place. Writing is not mutating, as the memory is shared by those who borrow the index.
    subscript(place: Int) -> Element {
        @inline(__always) get {
            precondition(UInt(bitPattern: place) < UInt(bitPattern: capacity))
            return base[place]
        }
        @inline(__always) nonmutating set {
            precondition(UInt(bitPattern: place) < UInt(bitPattern: capacity))
            base[place] = newValue
        }
    }

    /// Doubles the room; what is new in it is filled with an element.
    @inline(never)
    mutating func grow(with element: Element) {
        let wider = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
        wider.update(from: base, count: capacity)
        (wider + capacity).initialize(repeating: element, count: capacity)
        base.deallocate()
        base = wider
        capacity *= 2
    }

    @inline(__always)
    private func slice(_ start: Int, _ count: Int) -> UnsafeBufferPointer<Element> {
        precondition(start >= 0 && count >= 0 && count <= capacity && start <= capacity - count)
        return UnsafeBufferPointer(start: base + start, count: count)
    }
}

extension Storage where Element == UInt8 {
    /// Copies bytes, and puts zeros behind them.
    init(copying bytes: some Collection<UInt8>, padding: Int) {
        let count = bytes.count
        base = .allocate(capacity: count + padding)
        base.initialize(repeating: 0, count: count + padding)
        capacity = count + padding
        // A collection that tells another count than it has elements leaves zeros, or is cut off.
        let isCopied: Void? = bytes.withContiguousStorageIfAvailable { source in
            guard let start = source.baseAddress else { return }
            base.update(from: start, count: min(count, source.count))
        }
        if isCopied == nil {
            for (place, byte) in bytes.enumerated() where place < count { base[place] = byte }
        }
    }

    /// Eight bytes, the first of them the lowest.
    @inline(__always)
    func word(at place: Int) -> UInt64 {
        precondition(place >= 0 && place <= capacity - 8)
        return UInt64(littleEndian: UnsafeRawPointer(base + place).loadUnaligned(as: UInt64.self))
    }

    /// Whether the bytes at a place are those of a text.
    @inline(__always)
    func matches(_ text: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
        let own = slice(place, text.count)
        for offset in 0..<text.count where own[offset] != text[offset] { return false }
        return true
    }

    /// Whether the bytes at two places are the same.
    @inline(__always)
    func isSame(at place: Int, as other: Int, count: Int) -> Bool { matches(slice(other, count), at: place) }

    /// A string of bytes that hold UTF-8.
    @inline(__always)
    func string(at place: Int, count: Int) -> String { String(decoding: slice(place, count), as: UTF8.self) }

    /// A hash that no sender of bytes can foresee.
    func hash(at place: Int, count: Int) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(slice(place, count)))
        return hasher.finalize()
    }

    func copy(at place: Int, count: Int) -> [UInt8] { Array(slice(place, count)) }
}

/// A hash of bytes as that of ``Storage``.
func hash(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    return hasher.finalize()
}

/// Gives a value the type that it has, where only the compiler doesn't know.
///
/// It does what `value as! Other` does, without the search for conversions.
@inline(__always)
func retyped<Value, Other>(_ value: Value, as type: Other.Type) -> Other {
    precondition(Value.self == Other.self)
    return unsafeBitCast(value, to: type)
}
