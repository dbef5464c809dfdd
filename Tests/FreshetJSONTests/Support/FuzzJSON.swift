import Foundation
import FreshetJSON

/// Decodes bytes with both decoders, and returns a difference that the guide JSON decoding omits; `nil` for none.
///
/// The fuzzer calls this function. A body that FreshetJSON accepts must give the same value with `JSONDecoder`; a
/// body that only `JSONDecoder` accepts must be invalid by RFC 8259.
func fuzzJSON(_ bytes: some Collection<UInt8>) -> String? {
    let body = Data(bytes)
    let (ours, standard) = BothDecoders().outcomes(of: AnyJSON.self, from: body)
    switch (ours, standard) {
    case (.value(let value), .value(let other)):
        return value == other ? nil : "other values: \(value) and \(other)"
    case (.failure, .failure): return nil
    case (.value(let value), .failure): return isZeroWithExponent(body) ? nil : "only ours takes it: \(value)"
    case (.failure, .value(let value)):
        return RFC8259.accepts(Array(body)) ? "only JSONDecoder takes it: \(value)" : nil
    }
}

/// Returns whether a body may contain a zero with an exponent, such as `0e1`, which `JSONDecoder` rejects.
private func isZeroWithExponent(_ body: Data) -> Bool {
    String(decoding: body, as: UTF8.self).lowercased().contains("0e")
}

/// A second implementation of the grammar of RFC 8259, written for readability, which tests compare with.
struct RFC8259 {
    private var rest: ArraySlice<UInt8>
    private var depth = 0

    static func accepts(_ bytes: [UInt8]) -> Bool {
        guard String(validating: bytes, as: UTF8.self) != nil else { return false }
        var grammar = RFC8259(rest: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...])
        return grammar.value() && grammar.rest.isEmpty
    }

    private mutating func take(_ text: String) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }

    private mutating func blanks() { rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }

    private mutating func value() -> Bool {
        blanks()
        defer { blanks() }
        switch rest.first {
        case UInt8(ascii: "{"): return list("{", "}") { $0.string() && $0.colon() && $0.value() }
        case UInt8(ascii: "["): return list("[", "]") { $0.value() }
        case UInt8(ascii: "\""): return string()
        case UInt8(ascii: "t"): return take("true")
        case UInt8(ascii: "f"): return take("false")
        case UInt8(ascii: "n"): return take("null")
        default: return number()
        }
    }

    private mutating func list(_ open: String, _ close: String, _ element: (inout Self) -> Bool) -> Bool {
        depth += 1
        defer { depth -= 1 }
        guard depth <= 512, take(open) else { return false }
        blanks()
        if take(close) { return true }
        repeat {
            blanks()
            guard element(&self) else { return false }
            blanks()
        } while take(",")
        return take(close)
    }

    private mutating func colon() -> Bool {
        blanks()
        return take(":")
    }

    private mutating func string() -> Bool {
        guard take("\"") else { return false }
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return true
            case 0..<0x20: return false
            case UInt8(ascii: "\\"):
                guard let escape = rest.popFirst() else { return false }
                if escape == UInt8(ascii: "u") {
                    guard let unit = unit() else { return false }
                    if (0xD800..<0xDC00).contains(unit) {
                        guard take("\\u"), let low = self.unit(), (0xDC00..<0xE000).contains(low) else { return false }
                    } else if (0xDC00..<0xE000).contains(unit) {
                        return false
                    }
                } else if !"\"\\/bfnrt".utf8.contains(escape) {
                    return false
                }
            default: break
            }
        }
        return false
    }

    private mutating func unit() -> UInt16? {
        let digits = rest.prefix(4)
        let text = String(decoding: digits, as: UTF8.self)
        guard text.count == 4, text.allSatisfy(\.isHexDigit) else { return nil }
        rest = rest.dropFirst(4)
        return UInt16(text, radix: 16)
    }

    private mutating func digits() -> Bool {
        let count = rest.prefix { (0x30...0x39).contains($0) }.count
        rest = rest.dropFirst(count)
        return count > 0
    }

    private mutating func number() -> Bool {
        _ = take("-")
        if !take("0") {
            guard digits() else { return false }
        }
        if take(".") {
            guard digits() else { return false }
        }
        if take("e") || take("E") {
            _ = take("+") || take("-")
            return digits()
        }
        return true
    }
}
