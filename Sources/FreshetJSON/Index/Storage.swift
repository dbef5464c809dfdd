/// Memory for plain values that is shared by reference. Together with the functions below, it is
/// the only unsafe code in the module.
///
/// It is safe to use. Every access is checked against the bounds, in release builds as well. The
/// memory is initialised before it can be read, belongs to one value that can't be copied, and is
/// freed with that value.
///
/// The module's functions that run for each byte or value are `@inline(__always)`. Without that,
/// `./bench decoding` takes 35 % longer for "news, Decodable" and 16 % longer for "news,
/// JSONReadable".
struct Storage<Element: BitwiseCopyable>: ~Copyable {
    private var base: UnsafeMutablePointer<Element>
    private var capacity: Int
    private(set) var count: Int

    init(capacity: Int) {
        base = .allocate(capacity: max(1, capacity))
        self.capacity = max(1, capacity)
        count = 0
    }

    deinit { base.deallocate() }

    /// The element at a position. The setter is nonmutating, because all borrowers of the index
    /// share the memory.
    subscript(offset: Int) -> Element {
        @inline(__always) get {
            precondition(UInt(bitPattern: offset) < UInt(bitPattern: count))
            return base[offset]
        }
        @inline(__always) nonmutating set {
            precondition(UInt(bitPattern: offset) < UInt(bitPattern: count))
            base[offset] = newValue
        }
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow() }
        (base + count).initialize(to: element)
        count &+= 1
    }

    mutating func removeLast() -> Element {
        precondition(count > 0)
        count -= 1
        return base[count]
    }

    private mutating func grow() {
        let wider = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
        wider.update(from: base, count: count)
        base.deallocate()
        base = wider
        capacity *= 2
    }
}

// MARK: - Bytes

extension Storage where Element == UInt8 {
    /// The number of zeros after the bytes, which allow reading several bytes at once. They don't
    /// count as bytes.
    static var padding: Int { 16 }

    init(copying bytes: some Collection<UInt8>) {
        let count = bytes.count
        base = .allocate(capacity: count + Self.padding)
        capacity = count
        self.count = count
        (base + count).initialize(repeating: 0, count: Self.padding)
        let isCopied: Void? = bytes.withContiguousStorageIfAvailable { source in
            precondition(source.count == count)
            if let start = source.baseAddress { base.initialize(from: start, count: count) }
        }
        guard isCopied == nil else { return }
        base.initialize(repeating: 0, count: count)
        for (offset, byte) in bytes.enumerated() where offset < count { base[offset] = byte }
    }

    /// Returns the byte at a position, which is zero right after the last byte.
    @inline(__always)
    func byte(at offset: Int) -> UInt8 {
        precondition(UInt(bitPattern: offset) <= UInt(bitPattern: count))
        return base[offset]
    }

    /// Returns eight bytes as a number whose lowest byte is the first. Zeros follow the last byte.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        precondition(UInt(bitPattern: offset) <= UInt(bitPattern: count))
        return UInt64(littleEndian: UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self))
    }

    @inline(__always)
    private func slice(_ start: Int, _ length: Int) -> UnsafeBufferPointer<UInt8> {
        precondition(start >= 0 && length >= 0 && length <= count && start <= count - length)
        return UnsafeBufferPointer(start: base + start, count: length)
    }

    /// Returns whether the bytes at a position equal a text.
    ///
    /// Eight or four bytes are compared at once. The last group may overlap the one before it.
    @inline(__always)
    func matches(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
        let length = text.count
        guard length > 0, let other = UnsafeRawPointer(text.baseAddress) else { return length == 0 }
        let own = UnsafeRawPointer(slice(start, length).baseAddress).unsafelyUnwrapped
        func isSame<Word: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, _ word: Word.Type) -> Bool {
            own.loadUnaligned(fromByteOffset: offset, as: word) == other.loadUnaligned(fromByteOffset: offset, as: word)
        }
        if length >= 8 {
            var offset = 0
            while offset <= length - 8 {
                guard isSame(offset, UInt64.self) else { return false }
                offset += 8
            }
            return isSame(length - 8, UInt64.self)
        }
        if length >= 4 { return isSame(0, UInt32.self) && isSame(length - 4, UInt32.self) }
        if length >= 2 { return isSame(0, UInt16.self) && isSame(length - 2, UInt16.self) }
        return isSame(0, UInt8.self)
    }

    @inline(__always)
    func withBytes<Result>(at offset: Int, count: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        body(slice(offset, count))
    }

    /// Returns whether the bytes at two positions are equal.
    @inline(__always)
    func isSame(at offset: Int, as other: Int, count: Int) -> Bool { matches(slice(other, count), at: offset) }

    /// Returns a string from UTF-8 bytes. Invalid bytes become replacement characters.
    @inline(__always)
    func string(at offset: Int, count: Int) -> String { String(decoding: slice(offset, count), as: UTF8.self) }

    /// Returns a string from non-ASCII bytes that are known to be valid UTF-8. Validating such
    /// bytes again would be slow.
    func checkedString(at offset: Int, count: Int) -> String {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
            return string(at: offset, count: count)
        }
        let bytes = slice(offset, count).span
        return String(copying: UTF8Span(unchecked: bytes, isKnownASCII: false))
    }

    /// Returns a randomly seeded hash, which the sender of the bytes can't predict.
    func hash(at offset: Int, count: Int) -> Int { FreshetJSON.hash(of: slice(offset, count)) }

    func copy(at offset: Int, count: Int) -> [UInt8] { Array(slice(offset, count)) }
}

/// Returns a hash of bytes that equals the one computed by ``Storage``.
func hash(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    return hasher.finalize()
}

// MARK: - Values

/// Converts a value to its actual type, which the compiler can't infer.
@inline(__always)
func retyped<Value, Other>(_ value: Value, as type: Other.Type = Other.self) -> Other {
    value as! Other
}

extension Array {
    /// Makes an array with a known number of elements.
    @inline(__always)
    init(count: Int, next: (_ index: Int) throws -> Element) rethrows {
        try self.init(unsafeUninitializedCapacity: count) { memory, made in
            while made < count {
                memory.initializeElement(at: made, to: try next(made))
                made += 1
            }
        }
    }
}
