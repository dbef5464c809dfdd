import HTTPTypes

/// Finds known secrets in bytes, whatever their encoding.
///
/// The bytes are decoded layer by layer: escapes (percent-encoding, JSON, HTML), Base64 in both
/// alphabets, hex. Each layer is searched for the secrets, for the secrets without their own
/// escapes, and for the decoded bytes of secrets that are Base64 or hexadecimal themselves. The
/// time is proportional to the number of bytes, whatever the number of secrets.
struct SecretForms {
    /// The length, in bytes, of the shortest secret that is searched for outside named values.
    static let shortest = 8
    /// The length, in bytes, of the shortest beginning of a secret that is searched for at the end
    /// of truncated bytes.
    private static let shortestBeginning = 4
    /// The maximum depth of nested encodings.
    private static let depthLimit = 5

    private struct Needle {
        let bytes: [UInt8]
        let placeholder: String
    }

    private struct Find {
        var range: Range<Int>
        let placeholder: String
        /// The number of encodings around the match.
        let depth: Int
    }

    /// The bytes of a decoded layer, with their positions in the original bytes.
    private struct Layer {
        let bytes: [UInt8]
        let depth: Int
        /// Whether the layer ends where the original bytes end.
        let isLast: Bool
        /// Converts a range of these bytes to a range of the original bytes.
        let source: (Range<Int>) -> Range<Int>
    }

    private let ignoresCase: Bool
    private var needles: [Needle] = []
    /// The needles, keyed by their first eight bytes, longest first.
    private var starts: [UInt64: [Int]] = [:]
    /// The needles, keyed by their first four bytes.
    private var beginnings: [UInt32: [Int]] = [:]
    private var lengthLimit = 0
    /// One flag per hash of a key in ``starts``, which rules out nearly every position.
    private var filter = [Bool](repeating: false, count: 1 << 16)

    var isEmpty: Bool { needles.isEmpty }

    /// - Parameters:
    ///   - secrets: The secrets with their placeholders.
    ///   - ignoresCase: Whether case is ignored, as in field names.
    init(_ secrets: [(secret: String, placeholder: String)], ignoresCase: Bool = false) {
        self.ignoresCase = ignoresCase
        var known: Set<[UInt8]> = []
        func add(_ bytes: [UInt8], _ placeholder: String) {
            let bytes = bytes.map(canonical)
            guard bytes.count >= Self.shortest, known.insert(bytes).inserted else { return }
            needles.append(Needle(bytes: bytes, placeholder: placeholder))
        }
        let long = secrets.map { (bytes: Array($0.secret.utf8), placeholder: $0.placeholder) }
            .filter { $0.bytes.count >= Self.shortest }
        // A secret may contain another one, which has its own placeholder.
        for (bytes, placeholder) in long { add(bytes, placeholder) }
        for (bytes, placeholder) in long {
            for inner in Self.decoded(bytes) {
                add(inner, placeholder)
                // Bytes that aren't UTF-8 are often written as ISO 8859-1.
                add(Array(String(String.UnicodeScalarView(inner.map { Unicode.Scalar($0) })).utf8), placeholder)
            }
        }
        index()
    }

    private mutating func index() {
        for index in needles.indices.sorted(by: { needles[$0].bytes.count > needles[$1].bytes.count }) {
            let bytes = needles[index].bytes
            let window = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            starts[window, default: []].append(index)
            filter[Self.hash(window)] = true
            beginnings[UInt32(truncatingIfNeeded: window >> 32), default: []].append(index)
            lengthLimit = max(lengthLimit, bytes.count)
        }
    }

    /// Returns a secret without its encodings, since a server may decode a secret before repeating
    /// it.
    private static func decoded(_ secret: [UInt8], depth: Int = 0) -> [[UInt8]] {
        guard depth < 3 else { return [] }
        var texts: [[UInt8]] = []
        if let plain = Unescaped(secret) { texts.append(plain.bytes) }
        // Anything shorter would match by chance.
        if let whole = DigitRun.whole(secret, of: .base64) { texts.append(whole) }
        if let whole = DigitRun.whole(secret, of: .hex) { texts.append(whole) }
        texts = texts.filter { $0.count >= shortest && $0.count < secret.count }
        return texts + texts.flatMap { decoded($0, depth: depth + 1) }
    }

    // MARK: - The search

    /// Returns the replacements of all secrets in bytes.
    ///
    /// - Parameter isCut: Whether the bytes may end in the middle of a secret.
    func edits(in bytes: [UInt8], isCut: Bool = false) -> Edits {
        var edits = Edits()
        guard !isEmpty else { return edits }
        var finds: [Find] = []
        search(Layer(bytes: bytes, depth: 0, isLast: isCut) { $0 }, &finds)
        // If two secrets match at the same position, the longest wins, then the one with the fewest encodings.
        finds.sort { first, second in
            (first.range.lowerBound, -first.range.upperBound, first.depth)
                < (second.range.lowerBound, -second.range.upperBound, second.depth)
        }
        var last: Find?
        for find in finds {
            guard let before = last, find.range.lowerBound < before.range.upperBound else {
                if let last { edits.replace(last.range, with: last.placeholder) }
                last = find
                continue
            }
            last?.range = before.range.lowerBound..<max(before.range.upperBound, find.range.upperBound)
        }
        if let last { edits.replace(last.range, with: last.placeholder) }
        return edits
    }

    func replaced(in text: String) -> String {
        let bytes = Array(text.utf8)
        let edits = edits(in: bytes)
        return edits.isEmpty ? text : String(decoding: edits.applied(to: bytes), as: UTF8.self)
    }

    /// Returns a field name without secrets. Case is ignored, since HTTP/2 sends names in lower
    /// case.
    func replaced(in name: HTTPField.Name) -> HTTPField.Name {
        guard !edits(in: Array(name.canonicalName.utf8)).isEmpty else { return name }
        return HTTPField.Name(replaced(in: name.rawName)) ?? name
    }

    /// Searches a layer and the layers encoded in it.
    private func search(_ layer: Layer, _ finds: inout [Find]) {
        findNeedles(in: layer, &finds)
        if layer.isLast { findBeginning(in: layer, &finds) }
        guard layer.depth < Self.depthLimit else { return }
        if let plain = Unescaped(layer.bytes, isCut: layer.isLast) {
            let inner = Layer(bytes: plain.bytes, depth: layer.depth + 1, isLast: layer.isLast) { range in
                layer.source(plain.source(of: range))
            }
            search(inner, &finds)
        }
        for coding in [DigitRun.Coding.base64, .hex] {
            DigitRun.forEach(in: layer.bytes, of: coding, bytes: layer.isLast ? Self.shortestBeginning : Self.shortest)
            { run in
                for first in 0..<coding.alignments {
                    let bytes = run.decoded(from: first)
                    let inner = Layer(
                        bytes: bytes, depth: layer.depth + 1, isLast: layer.isLast && run.end == layer.bytes.count
                    ) { range in
                        layer.source(run.source(of: range, from: first))
                    }
                    // Digits decoded at the wrong alignment don't produce text, so they can't contain further layers.
                    if bytes.allSatisfy({ $0 >= 0x20 || 0x09...0x0D ~= $0 }) {
                        search(inner, &finds)
                    } else {
                        findNeedles(in: inner, &finds)
                        if inner.isLast { findBeginning(in: inner, &finds) }
                    }
                }
            }
        }
    }

    private func findNeedles(in layer: Layer, _ finds: inout [Find]) {
        guard layer.bytes.count >= Self.shortest else { return }
        var last: (range: Range<Int>, needle: Int)?
        func take(_ found: (range: Range<Int>, needle: Int)?) {
            guard let found else { return }
            finds.append(
                Find(
                    range: layer.source(found.range), placeholder: needles[found.needle].placeholder,
                    depth: layer.depth))
        }
        layer.bytes.withUnsafeBufferPointer { bytes in
            var window: UInt64 = 0
            for position in bytes.indices {
                window = window << 8 | UInt64(canonical(bytes[position]))
                guard position >= 7, filter[Self.hash(window)], let candidates = starts[window] else { continue }
                let start = position - 7
                let needle = candidates.first { index in
                    let needle = needles[index].bytes
                    return needle.count <= bytes.count - start
                        && (8..<needle.count).allSatisfy { canonical(bytes[start + $0]) == needle[$0] }
                }
                guard let needle else { continue }
                let range = start..<start + needles[needle].bytes.count
                if let before = last, before.range.upperBound > start {
                    let end = max(before.range.upperBound, range.upperBound)
                    last = (before.range.lowerBound..<end, before.needle)
                } else {
                    take(last)
                    last = (range, needle)
                }
            }
        }
        take(last)
    }

    /// Finds a secret whose beginning is at the end of the bytes.
    private func findBeginning(in layer: Layer, _ finds: inout [Find]) {
        let (bytes, count) = (layer.bytes, layer.bytes.count)
        guard count >= Self.shortestBeginning else { return }
        for start in max(0, count - lengthLimit + 1)...count - Self.shortestBeginning {
            let rest = bytes[start...].map(canonical)
            let window = rest.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            let needle = beginnings[window]?.first { needles[$0].bytes.starts(with: rest) }
            guard let needle else { continue }
            finds.append(
                Find(
                    range: layer.source(start..<count), placeholder: needles[needle].placeholder, depth: layer.depth))
            return
        }
    }

    /// Returns a byte in the form used for comparison: in a form, `+` is a space.
    private func canonical(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: " "): UInt8(ascii: "+")
        case UInt8(ascii: "A")...UInt8(ascii: "Z") where ignoresCase: byte | 0x20
        default: byte
        }
    }

    private static func hash(_ window: UInt64) -> Int { Int((window &* 0x9E37_79B9_7F4A_7C15) >> 48) }
}
