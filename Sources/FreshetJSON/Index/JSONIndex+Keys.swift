extension JSONIndex {
    /// The maximum number of keys that are searched linearly.
    static var scanLimit: Int { 16 }

    /// Returns the value of a key, which is compared without conversion.
    ///
    /// The search begins after the last key that was found, because most types read in the order of
    /// the body.
    @inline(__always)
    func value(_ key: UnsafeBufferPointer<UInt8>, in object: Int) -> Int? {
        let header = entry(object + 1)
        let hint = header.start
        if header.kind == Self.distinctKeys, hint < entry(object).count, isKey(key, hint) {
            return found(hint, object, header)
        }
        return search(key, in: object)
    }

    /// The mark in the second word of an object without repeated keys.
    static var distinctKeys: Entry.Kind { .true }

    @inline(__always)
    private func found(_ key: Int, _ object: Int, _ header: Entry) -> Int {
        tape[object + 1] = Entry(header.kind, at: next(key + 1), header.count).word
        return key + 1
    }

    @inline(__always)
    private func isKey(_ key: UnsafeBufferPointer<UInt8>, _ node: Int) -> Bool {
        let entry = entry(node)
        if entry.kind != .escaped { return entry.count == key.count && bytes.matches(key, at: entry.start) }
        return unescaped(entry).elementsEqual(key)
    }

    private func search(_ key: UnsafeBufferPointer<UInt8>, in object: Int) -> Int? {
        let header = entry(object + 1)
        let end = entry(object).count
        var node = object + 2
        if header.count > Self.scanLimit {
            let table = keyTable(of: object)
            return table.key(key, hash: hash(of: key)) { isKey(key, $0) }.map { found($0, object, entry(object + 1)) }
        }
        while node < end {
            if isKey(key, node) { return found(node, object, header) }
            node = next(node + 1)
        }
        return nil
    }

    /// Returns the key table of an object with many keys.
    private func keyTable(of object: Int) -> KeyTable {
        if let lastTable, lastTable.object == object { return lastTable.keys }
        let keys = keyTables[object] ?? makeKeyTable(of: object)
        keyTables[object] = keys
        lastTable = (object, keys)
        return keys
    }

    private func makeKeyTable(of object: Int) -> KeyTable {
        let header = entry(object + 1)
        let end = entry(object).count
        var table = KeyTable(count: header.count)
        var node = object + 2
        while node < end {
            let text = entry(node)
            if text.kind != .escaped {
                table.insert(node, hash: bytes.hash(at: text.start, count: text.count)) {
                    let other = entry($0)
                    return other.kind != .escaped
                        ? other.count == text.count && bytes.isSame(at: text.start, as: other.start, count: text.count)
                        : unescaped(other).elementsEqual(unescaped(text))
                }
            } else {
                let key = unescaped(text)
                key.withUnsafeBufferPointer { key in
                    table.insert(node, hash: hash(of: key)) { isKey(key, $0) }
                }
            }
            node = next(node + 1)
        }
        if !table.hasDuplicates { tape[object + 1] = Entry(Self.distinctKeys, at: header.start, header.count).word }
        return table
    }

    /// Returns whether an object has few keys, all in ASCII without escapes.
    func hasPlainKeys(_ object: Int) -> Bool {
        guard count(of: object) <= 4 * Self.scanLimit else { return false }
        var isPlain = true
        forEachKey(of: object) { key, _ in isPlain = isPlain && entry(key).kind == .ascii }
        return isPlain
    }

    /// Returns the value of the first key that ``SnakeCase`` converts to a given one. All of the
    /// object's keys must be plain.
    func value(fromSnakeCase name: UnsafeBufferPointer<UInt8>, in object: Int) -> Int? {
        let end = entry(object).count
        var node = object + 2
        while node < end {
            let key = entry(node)
            let isFound = bytes.withBytes(at: key.start, count: key.count) { SnakeCase.converts($0, to: name) }
            if isFound { return node + 1 }
            node = next(node + 1)
        }
        return nil
    }

    /// Calls a closure for each key of an object and its value, in the order of the body.
    @inline(__always)
    func forEachKey(of object: Int, _ body: (_ key: Int, _ value: Int) throws -> Void) rethrows {
        let end = entry(object).count
        var node = object + 2
        while node < end {
            try body(node, node + 1)
            node = next(node + 1)
        }
    }
}
