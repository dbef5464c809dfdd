#if NIO
import Foundation

/// Writes JSON again with other scalar values.
struct TwistedJSON {
    enum Leaf {
        case text([UInt8])
        case other(String)
    }

    private let source: Data
    private let repeatsKeys: Bool

    init(_ text: String, repeatsKeys: Bool = false) {
        source = Data(text.utf8)
        self.repeatsKeys = repeatsKeys
    }

    /// Returns the changed text; the source unchanged if it is not JSON.
    func data(number: String? = nil, text: ([UInt8]) -> Leaf = { .text($0) }) -> Data {
        guard let value = try? JSONSerialization.jsonObject(with: source, options: .fragmentsAllowed) else {
            return source
        }
        var data = Data()
        write(value, number, text, to: &data)
        return data
    }

    private func write(_ value: Any, _ number: String?, _ text: ([UInt8]) -> Leaf, to data: inout Data) {
        switch value {
        case let object as [String: Any]:
            let members = object.sorted { $0.key < $1.key }
            list(repeatsKeys ? members + members : members, "{", "}", to: &data) { member, data in
                quote(Array(member.key.utf8), to: &data)
                data.append(contentsOf: ":".utf8)
                write(member.value, number, text, to: &data)
            }
        case let array as [Any]:
            list(array, "[", "]", to: &data) { element, data in write(element, number, text, to: &data) }
        case let string as String:
            switch text(Array(string.utf8)) {
            case .text(let bytes): quote(bytes, to: &data)
            case .other(let other): data.append(contentsOf: other.utf8)
            }
        case let value as NSNumber where !Self.isBoolean(value):
            data.append(contentsOf: (number ?? "\(value)").utf8)
        default:
            data.append(contentsOf: (value as? Bool).map { "\($0)" }?.utf8 ?? "null".utf8)
        }
    }

    /// Only this distinguishes a Boolean from a number.
    private static func isBoolean(_ number: NSNumber) -> Bool { String(cString: number.objCType) == "c" }

    private func list<Element>(
        _ elements: [Element], _ open: String, _ close: String, to data: inout Data,
        _ write: (Element, inout Data) -> Void
    ) {
        data.append(contentsOf: open.utf8)
        for (index, element) in elements.enumerated() {
            if index > 0 { data.append(contentsOf: ",".utf8) }
            write(element, &data)
        }
        data.append(contentsOf: close.utf8)
    }

    private func quote(_ bytes: [UInt8], to data: inout Data) {
        data.append(UInt8(ascii: "\""))
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): data.append(contentsOf: [UInt8(ascii: "\\"), byte])
            case 0..<0x20: data.append(contentsOf: "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
            default: data.append(byte)
            }
        }
        data.append(UInt8(ascii: "\""))
    }
}
#endif
