/// The codes of a Huffman table of JPEG, by their lengths (ITU-T T.81 §F.2.2.3).
struct HuffmanTable {
    /// For each length from 1 to 16, one more than the last code, and the offset from a code to the index of its value.
    private var ends = [Int](repeating: 0, count: 16)
    private var offsets = [Int](repeating: 0, count: 16)
    private let values: [UInt8]

    init(counts: [Int], values: [UInt8]) {
        self.values = values
        var (code, used) = (0, 0)
        for length in 0..<16 {
            offsets[length] = used - code
            code += counts[length]
            used += counts[length]
            ends[length] = code
            code <<= 1
        }
    }

    /// Reads the next code, and returns its value; `nil` if there is none.
    func value(_ bits: inout JPEGBits) -> UInt8? {
        var code = 0
        for length in 0..<16 {
            guard let bit = bits.bits(1) else { return nil }
            code = code << 1 | bit
            if code < ends[length] {
                let place = code + offsets[length]
                return values.indices.contains(place) ? values[place] : nil
            }
        }
        return nil
    }
}

/// The bytes of a JPEG picture, read as segments and as bits.
struct JPEGBits {
    private let bytes: [UInt8]
    private var place = 0
    private var buffer = 0
    private var available = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func byte() -> UInt8? {
        guard place < bytes.count else { return nil }
        defer { place += 1 }
        return bytes[place]
    }

    /// Reads the next marker; `nil` if something else follows.
    mutating func marker() -> UInt8? {
        guard byte() == 0xFF else { return nil }
        while let next = byte() { if next != 0xFF { return next } }
        return nil
    }

    /// The content of a segment.
    mutating func segment() -> [UInt8]? {
        guard let high = byte(), let low = byte() else { return nil }
        let length = Int(high) << 8 | Int(low)
        guard length >= 2, place + length - 2 <= bytes.count else { return nil }
        defer { place += length - 2 }
        return Array(bytes[place..<(place + length - 2)])
    }

    /// Skips the bits of a scan, up to the next marker.
    mutating func skipScan() {
        while place + 1 < bytes.count {
            if bytes[place] == 0xFF, bytes[place + 1] != 0, !(0xD0...0xD7).contains(bytes[place + 1]) { return }
            place += 1
        }
        place = bytes.count
    }

    /// Skips the remaining bits of the last byte.
    mutating func align() {
        buffer = 0
        available = 0
    }

    /// Skips the restart marker between two parts of a scan; returns false if there is none.
    mutating func restart() -> Bool {
        align()
        return marker().map { (0xD0...0xD7).contains($0) } ?? false
    }

    /// Reads a number of bits as an integer; `nil` if a marker or the end comes first.
    mutating func bits(_ count: Int) -> Int? {
        while available < count {
            guard place < bytes.count else { return nil }
            let next = bytes[place]
            if next == 0xFF {
                // A zero after 0xFF means that the byte is data and no marker.
                guard place + 1 < bytes.count, bytes[place + 1] == 0 else { return nil }
                place += 1
            }
            place += 1
            buffer = (buffer << 8 | Int(next)) & 0xFFFF_FFFF
            available += 8
        }
        available -= count
        return buffer >> available & (1 << count - 1)
    }

    /// Reads a block, and returns the difference of its mean from that of the previous block.
    ///
    /// - Parameter ac: The table of its other coefficients, which are left out; `nil` if they come in other scans.
    mutating func block(_ dc: HuffmanTable, _ ac: HuffmanTable?) -> Int? {
        guard let size = dc.value(&self).map(Int.init), size <= 15, let low = bits(size) else { return nil }
        let difference = size > 0 && low < 1 << (size - 1) ? low - (1 << size) + 1 : low
        guard let ac else { return difference }
        var index = 1
        while index < 64 {
            guard let code = ac.value(&self) else { return nil }
            let (run, size) = (Int(code >> 4), Int(code & 15))
            if size == 0, run != 15 { break }
            guard bits(size) != nil else { return nil }
            index += run + 1
        }
        return difference
    }
}
