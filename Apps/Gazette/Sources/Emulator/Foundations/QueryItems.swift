import Foundation

/// The query of a request, decoded; bytes that are not UTF-8 become replacement characters.
struct QueryItems {
    /// All query items, in their order.
    let all: [(name: String, value: String)]

    init(_ query: String?) {
        all = (query ?? "").split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.decoded(parts[0]), parts.count > 1 ? Self.decoded(parts[1]) : "")
        }
    }

    /// The first value with a name; `nil` if there is none or it is empty.
    subscript(name: String) -> String? {
        all.first { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
    }

    /// Returns the first value with a name, ignoring case.
    func value(ignoringCase name: String) -> String? {
        all.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    private static func decoded(_ text: Substring) -> String {
        let encoded = Array(text.utf8)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(encoded.count)
        var place = 0
        while place < encoded.count {
            let byte = encoded[place]
            place += 1
            if byte == UInt8(ascii: "+") {
                bytes.append(UInt8(ascii: " "))
            } else if byte == UInt8(ascii: "%"), place + 1 < encoded.count, let high = digit(encoded[place]),
                let low = digit(encoded[place + 1])
            {
                bytes.append(high << 4 | low)
                place += 2
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
