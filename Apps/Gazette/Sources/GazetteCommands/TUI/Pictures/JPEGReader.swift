import Foundation

/// Reads pictures in JPEG (ITU-T T.81), baseline and progressive, at an eighth of their size: the mean of each block of
/// eight by eight pixels, which is as much as a terminal shows.
enum JPEGReader {
    /// Reads a picture; `nil` for data that is no JPEG, is truncated, or has an unsupported form.
    static func bitmap(from data: Data) -> Bitmap? {
        var decoder = JPEGDecoder(Array(data))
        return decoder.bitmap()
    }
}

/// Decodes the segments of a picture, and keeps only the first coefficient of each block, its mean.
private struct JPEGDecoder {
    /// The maximum number of pixels of a picture.
    private static let pixelLimit = 64_000_000

    private struct Component {
        let id: UInt8
        /// The number of blocks of a unit, across and down.
        let across: Int
        let down: Int
        let quantization: Int
        /// The number of blocks in a row, including those that only fill the last unit.
        var stride = 0
        var means: [Int] = []
        var isRead = false
    }

    private var bytes: JPEGBits
    private var width = 0
    private var height = 0
    private var isProgressive = false
    private var components: [Component] = []
    /// The first factor of each quantization table.
    private var factors = [Int](repeating: 1, count: 4)
    private var tables: [UInt8: HuffmanTable] = [:]
    private var restartInterval = 0
    /// Whether the three components are red, green and blue.
    private var isRGB = false

    init(_ bytes: [UInt8]) { self.bytes = JPEGBits(bytes) }

    private var unitsAcross: Int { (width + 8 * mostAcross - 1) / (8 * mostAcross) }
    private var unitsDown: Int { (height + 8 * mostDown - 1) / (8 * mostDown) }
    private var mostAcross: Int { components.map(\.across).max() ?? 1 }
    private var mostDown: Int { components.map(\.down).max() ?? 1 }

    mutating func bitmap() -> Bitmap? {
        guard bytes.byte() == 0xFF, bytes.byte() == 0xD8 else { return nil }
        while let marker = bytes.marker() {
            guard marker != 0xD9, let content = bytes.segment(), read(marker, content) else { return nil }
            if !components.isEmpty, components.allSatisfy(\.isRead) { return picture() }
        }
        return nil
    }

    /// - Returns: Whether the picture can still be read.
    private mutating func read(_ marker: UInt8, _ content: [UInt8]) -> Bool {
        switch marker {
        case 0xC0, 0xC1, 0xC2:
            isProgressive = marker == 0xC2
            return readFrame(content)
        case 0xC4: return readTables(content)
        // Unsupported forms: lossless, hierarchical, arithmetic.
        case 0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF: return false
        case 0xDA: return readScan(content)
        case 0xDB: return readFactors(content)
        case 0xDD:
            guard content.count == 2 else { return false }
            restartInterval = Int(content[0]) << 8 | Int(content[1])
        case 0xEE: isRGB = content.count >= 12 && content.starts(with: Array("Adobe".utf8)) && content[11] == 0
        default: break
        }
        return true
    }

    private mutating func readFrame(_ content: [UInt8]) -> Bool {
        guard components.isEmpty, content.count >= 6, content[0] == 8, [1, 3].contains(content[5]),
            content.count == 6 + 3 * Int(content[5])
        else { return false }
        height = Int(content[1]) << 8 | Int(content[2])
        width = Int(content[3]) << 8 | Int(content[4])
        guard width > 0, height > 0, width * height <= Self.pixelLimit else { return false }
        components = stride(from: 6, to: content.count, by: 3).map { place in
            Component(
                id: content[place], across: Int(content[place + 1] >> 4), down: Int(content[place + 1] & 15),
                quantization: Int(content[place + 2]))
        }
        guard components.allSatisfy({ (1...4).contains($0.across) && (1...4).contains($0.down) && $0.quantization < 4 })
        else { return false }
        for index in components.indices {
            components[index].stride = unitsAcross * components[index].across
            let count = components[index].stride * unitsDown * components[index].down
            components[index].means = [Int](repeating: 0, count: count)
        }
        return true
    }

    private mutating func readFactors(_ content: [UInt8]) -> Bool {
        var place = 0
        while place < content.count {
            let isWide = content[place] >> 4 == 1
            let (index, size) = (Int(content[place] & 15), isWide ? 128 : 64)
            guard index < 4, place + size < content.count else { return false }
            factors[index] =
                isWide ? Int(content[place + 1]) << 8 | Int(content[place + 2]) : Int(content[place + 1])
            place += size + 1
        }
        return true
    }

    private mutating func readTables(_ content: [UInt8]) -> Bool {
        var place = 0
        while place < content.count {
            guard place + 17 <= content.count else { return false }
            let counts = content[(place + 1)..<(place + 17)].map(Int.init)
            let end = place + 17 + counts.reduce(0, +)
            guard end <= content.count else { return false }
            tables[content[place]] = HuffmanTable(counts: counts, values: Array(content[(place + 17)..<end]))
            place = end
        }
        return true
    }

    private mutating func readScan(_ content: [UInt8]) -> Bool {
        guard let count = content.first.map(Int.init), content.count == 4 + 2 * count else { return false }
        let (start, approximation) = (content[count * 2 + 1], content[count * 2 + 3])
        // In a progressive picture, only the scans that contain the means are read.
        if isProgressive, start != 0 || approximation >> 4 != 0 {
            bytes.skipScan()
            return true
        }
        var scanned: [(index: Int, dc: HuffmanTable, ac: HuffmanTable?)] = []
        for place in stride(from: 1, to: 1 + 2 * count, by: 2) {
            guard let index = components.firstIndex(where: { $0.id == content[place] }),
                let dc = tables[content[place + 1] >> 4]
            else { return false }
            let ac = tables[0x10 | content[place + 1] & 15]
            guard isProgressive || ac != nil else { return false }
            scanned.append((index, dc, isProgressive ? nil : ac))
        }
        return decode(scanned, shift: isProgressive ? Int(approximation & 15) : 0)
    }

    private mutating func decode(_ scanned: [(index: Int, dc: HuffmanTable, ac: HuffmanTable?)], shift: Int) -> Bool {
        guard let only = scanned.first.map({ components[$0.index] }) else { return false }
        let isSingle = scanned.count == 1
        let across = isSingle ? blocks(width, only.across, mostAcross) : unitsAcross
        let down = isSingle ? blocks(height, only.down, mostDown) : unitsDown
        var predictions = [Int](repeating: 0, count: components.count)
        for unit in 0..<(across * down) {
            if restartInterval > 0, unit > 0, unit % restartInterval == 0 {
                guard bytes.restart() else { return false }
                predictions = [Int](repeating: 0, count: components.count)
            }
            for (index, dc, ac) in scanned {
                let (h, v) = isSingle ? (1, 1) : (components[index].across, components[index].down)
                for block in 0..<(h * v) {
                    guard let difference = bytes.block(dc, ac) else { return false }
                    predictions[index] += difference
                    let row = unit / across * v + block / h
                    let column = unit % across * h + block % h
                    // No picture with 8 bits per sample has a value beyond this.
                    guard abs(predictions[index]) < 1 << 16 else { return false }
                    components[index].means[row * components[index].stride + column] = predictions[index] << shift
                }
            }
        }
        for scan in scanned { components[scan.index].isRead = true }
        bytes.align()
        return true
    }

    /// The number of blocks in a scan of a single component, without those that only fill the last unit.
    private func blocks(_ length: Int, _ share: Int, _ most: Int) -> Int {
        ((length * share + most - 1) / most + 7) / 8
    }

    private func picture() -> Bitmap? {
        let (columns, rows) = ((width + 7) / 8, (height + 7) / 8)
        var pixels: [Bitmap.Pixel] = []
        pixels.reserveCapacity(columns * rows)
        for row in 0..<rows {
            for column in 0..<columns {
                let samples = components.map { component in
                    let place =
                        row * component.down / mostDown * component.stride + column * component.across / mostAcross
                    return Double(component.means[place] * factors[component.quantization]) / 8 + 128
                }
                pixels.append(pixel(samples))
            }
        }
        return Bitmap(width: columns, height: rows, pixels: pixels)
    }

    private func pixel(_ samples: [Double]) -> Bitmap.Pixel {
        func byte(_ value: Double) -> UInt8 { UInt8(max(0, min(255, value.rounded()))) }
        let first = samples[0]
        guard samples.count == 3 else { return .init(red: byte(first), green: byte(first), blue: byte(first)) }
        if isRGB { return .init(red: byte(first), green: byte(samples[1]), blue: byte(samples[2])) }
        let (blue, red) = (samples[1] - 128, samples[2] - 128)
        return .init(
            red: byte(first + 1.402 * red), green: byte(first - 0.344136 * blue - 0.714136 * red),
            blue: byte(first + 1.772 * blue))
    }
}
