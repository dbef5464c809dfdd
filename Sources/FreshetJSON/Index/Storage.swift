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
    private func checked(_ start: Int, _ count: Int) -> Int {
        precondition(start >= 0 && count >= 0 && count <= capacity && start <= capacity - count)
        return start
    }

    @inline(__always)
    private func slice(_ start: Int, _ count: Int) -> UnsafeBufferPointer<Element> {
        UnsafeBufferPointer(start: base + checked(start, count), count: count)
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
    ///
    /// They are compared by eight or four at once, the last of them together with some that were compared before.
    @inline(__always)
    func matches(_ text: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
        let count = text.count
        guard count > 0, let other = UnsafeRawPointer(text.baseAddress) else { return count == 0 }
        let own = UnsafeRawPointer(base + checked(place, count))
        func isSame<Word: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, _ word: Word.Type) -> Bool {
            own.loadUnaligned(fromByteOffset: offset, as: word) == other.loadUnaligned(fromByteOffset: offset, as: word)
        }
        if count >= 8 {
            var offset = 0
            while offset <= count - 8 {
                guard isSame(offset, UInt64.self) else { return false }
                offset += 8
            }
            return isSame(count - 8, UInt64.self)
        }
        if count >= 4 { return isSame(0, UInt32.self) && isSame(count - 4, UInt32.self) }
        if count >= 2 { return isSame(0, UInt16.self) && isSame(count - 2, UInt16.self) }
        return isSame(0, UInt8.self)
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
/// It does what `value as! Other` does, without the search for conversions and without a copy.
@inline(__always)
func retyped<Value, Other>(_ value: consuming Value, as type: Other.Type) -> Other {
    precondition(Value.self == Other.self)
    var value: Value? = value
    return withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { memory in
        // swift-format-ignore: NeverForceUnwrap
        memory.initializeElement(at: 0, to: value.take()!)
        return memory.withMemoryRebound(to: type) { $0.moveElement(from: 0) }
    }
}

extension Array {
    /// Makes an array of as many elements as were counted before.
    @inline(__always)
    init(count: Int, next: (_ place: Int) throws -> Element) rethrows {
        try self.init(unsafeUninitializedCapacity: count) { memory, made in
            while made < count {
                memory.initializeElement(at: made, to: try next(made))
                made += 1
            }
        }
    }
}
