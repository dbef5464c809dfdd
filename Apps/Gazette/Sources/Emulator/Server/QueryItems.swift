import Foundation

/// The query of a request, decoded; what is no UTF-8 becomes replacement characters.
struct QueryItems {
    /// All of them, in their order.
    let all: [(name: String, value: String)]

    init(_ query: String?) {
        all = (query ?? "").split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.decoded(parts[0]), parts.count > 1 ? Self.decoded(parts[1]) : "")
        }
    }

    /// The first value of a name; an empty one counts as none.
    subscript(name: String) -> String? {
        all.first { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
    }

    /// The first value of a name in whatever case.
    func value(ignoringCase name: String) -> String? {
        all.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "+") {
                bytes.append(UInt8(ascii: " "))
            } else if byte == UInt8(ascii: "%"), let high = digit(rest.first), let low = digit(rest.dropFirst().first) {
                bytes.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8?) -> UInt8? {
        byte.flatMap { Character(UnicodeScalar($0)).hexDigitValue }.map(UInt8.init)
    }
}
