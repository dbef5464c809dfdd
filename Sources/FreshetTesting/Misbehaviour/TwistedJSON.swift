#if NIO
import Foundation

/// Rewrites JSON with other scalar values.
struct TwistedJSON {
    var repeatsKeys = false
    /// The JSON that replaces each number; `nil` to leave numbers unchanged.
    var number: String?
    /// Returns the JSON that replaces a string.
    var text: ([UInt8]) -> [UInt8] = TwistedJSON.quoted

    /// Returns the changed JSON, or the source unchanged if it isn't JSON.
    func data(_ source: String) -> Data {
        let data = Data(source.utf8)
        return (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)).map { Data(bytes(of: $0)) }
            ?? data
    }

    private func bytes(of value: Any) -> [UInt8] {
        switch value {
        case let object as [String: Any]:
            let members = object.sorted { $0.key < $1.key }.map { key, value in
                Self.quoted(Array(key.utf8)) + Array(":".utf8) + bytes(of: value)
            }
            return Self.list("{", repeatsKeys ? members + members : members, "}")
        case let array as [Any]: return Self.list("[", array.map(bytes), "]")
        case let string as String: return text(Array(string.utf8))
        // `NSNumber` bridges Booleans as well; only the Objective-C type distinguishes them from numbers.
        case let value as NSNumber where String(cString: value.objCType) != "c":
            return Array((number ?? "\(value)").utf8)
        default: return Array((value as? Bool).map { "\($0)" }?.utf8 ?? "null".utf8)
        }
    }

    private static func list(_ open: String, _ elements: [[UInt8]], _ close: String) -> [UInt8] {
        Array(open.utf8) + elements.joined(separator: Array(",".utf8)) + Array(close.utf8)
    }

    static func quoted(_ bytes: [UInt8]) -> [UInt8] {
        let quote = UInt8(ascii: "\"")
        let escaped = bytes.flatMap { byte -> [UInt8] in
            switch byte {
            case quote, UInt8(ascii: "\\"): [UInt8(ascii: "\\"), byte]
            case 0..<0x20: Array("\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
            default: [byte]
            }
        }
        return [quote] + escaped + [quote]
    }
}
#endif
