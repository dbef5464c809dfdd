/// Reads structured fields (RFC 9651): lists and dictionaries of items with parameters.
///
/// A field with a mistake anywhere is no field at all (§4.2), so reading returns `nil` for the whole of it.
package enum StructuredField {
    /// A single value, without parameters.
    package enum BareItem: Sendable, Hashable {
        case integer(Int)
        case decimal(Double)
        case string(String)
        case token(String)
        case boolean(Bool)
        /// Bytes in Base64, a date, or a text beyond ASCII, as it is written. No field that is read here has one.
        case other(String)
    }

    package typealias Parameters = [String: BareItem]

    /// A member of a list or of a dictionary.
    package struct Member: Sendable, Hashable {
        package enum Value: Sendable, Hashable {
            case item(BareItem)
            /// The parameters of the items in it are read and left out.
            case innerList([BareItem])
        }

        package var value: Value
        package var parameters: Parameters

        package init(value: Value, parameters: Parameters) {
            self.value = value
            self.parameters = parameters
        }
    }

    /// Reads a list; `nil` if the text is not a valid one.
    package static func list(_ text: String) -> [Member]? {
        var reader = Reader(text)
        var members: [Member] = []
        return reader.isRead { reader in
            guard let member = reader.member() else { return false }
            members.append(member)
            return true
        } ? members : nil
    }

    /// Reads a dictionary; `nil` if the text is not a valid one. Of a key that is given twice the last counts.
    package static func dictionary(_ text: String) -> [String: Member]? {
        var reader = Reader(text)
        var members: [String: Member] = [:]
        return reader.isRead { reader in
            guard let key = reader.key() else { return false }
            if reader.skip("=") {
                guard let member = reader.member() else { return false }
                members[key] = member
            } else {
                guard let parameters = reader.parameters() else { return false }
                members[key] = Member(value: .item(.boolean(true)), parameters: parameters)
            }
            return true
        } ? members : nil
    }

    /// Reads the pieces of a field one after another (RFC 9651 §4.2).
    private struct Reader {
        private let bytes: [UInt8]
        private var position = 0

        init(_ text: String) {
            bytes = Array(text.utf8)
        }

        private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

        /// Reads members, which commas separate, to the end.
        mutating func isRead(_ readMember: (inout Reader) -> Bool) -> Bool {
            skipBlanks(tabs: false)
            while next != nil {
                guard readMember(&self) else { return false }
                skipBlanks(tabs: true)
                guard next != nil else { return true }
                guard skip(",") else { return false }
                skipBlanks(tabs: true)
                // A comma at the end.
                guard next != nil else { return false }
            }
            return true
        }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard next == UInt8(ascii: character) else { return false }
            position += 1
            return true
        }

        private mutating func skipBlanks(tabs: Bool) {
            while let byte = next, byte == UInt8(ascii: " ") || tabs && byte == UInt8(ascii: "\t") { position += 1 }
        }

        private mutating func text(while isPart: (UInt8) -> Bool) -> String {
            let start = position
            while let byte = next, isPart(byte) { position += 1 }
            return String(decoding: bytes[start..<position], as: UTF8.self)
        }

        mutating func member() -> Member? {
            let value: Member.Value
            if skip("(") {
                guard let items = innerList() else { return nil }
                value = .innerList(items)
            } else {
                guard let item = bareItem() else { return nil }
                value = .item(item)
            }
            return parameters().map { Member(value: value, parameters: $0) }
        }

        private mutating func innerList() -> [BareItem]? {
            var items: [BareItem] = []
            while true {
                skipBlanks(tabs: false)
                if skip(")") { return items }
                guard let item = bareItem(), parameters() != nil else { return nil }
                items.append(item)
                guard next == UInt8(ascii: " ") || next == UInt8(ascii: ")") else { return nil }
            }
        }

        mutating func parameters() -> Parameters? {
            var parameters: Parameters = [:]
            while skip(";") {
                skipBlanks(tabs: false)
                guard let key = key() else { return nil }
                if skip("=") {
                    guard let item = bareItem() else { return nil }
                    parameters[key] = item
                } else {
                    parameters[key] = .boolean(true)
                }
            }
            return parameters
        }

        mutating func key() -> String? {
            guard let first = next, Self.isLowercaseLetter(first) || first == UInt8(ascii: "*") else { return nil }
            return text { Self.isLowercaseLetter($0) || Self.isDigit($0) || "_-.*".utf8.contains($0) }
        }

        private mutating func bareItem() -> BareItem? {
            guard let first = next else { return nil }
            switch Unicode.Scalar(first) {
            case "\"": return string().map { .string($0) }
            case "-", "0"..."9": return number()
            case "*", "a"..."z", "A"..."Z":
                return .token(text { Self.isLetter($0) || Self.isDigit($0) || "!#$%&'*+-.^_`|~:/".utf8.contains($0) })
            case "?":
                position += 1
                if skip("1") { return .boolean(true) }
                return skip("0") ? .boolean(false) : nil
            case ":": return bytesInBase64()
            case "@":
                position += 1
                guard case .integer(let seconds)? = number() else { return nil }
                return .other("@\(seconds)")
            case "%":
                position += 1
                return string().map { .other($0) }
            default: return nil
            }
        }

        /// Reads a text in quotes, in which a backslash stands before a quote or another one.
        private mutating func string() -> String? {
            guard skip("\"") else { return nil }
            var text = ""
            while let byte = next {
                position += 1
                switch byte {
                case UInt8(ascii: "\""): return text
                case UInt8(ascii: "\\"):
                    guard let escaped = next, escaped == UInt8(ascii: "\"") || escaped == UInt8(ascii: "\\") else {
                        return nil
                    }
                    position += 1
                    text.unicodeScalars.append(Unicode.Scalar(escaped))
                case 0x20...0x7E: text.unicodeScalars.append(Unicode.Scalar(byte))
                default: return nil
                }
            }
            return nil
        }

        /// Reads a number: up to 15 digits, or up to 12 with a fraction of up to three.
        private mutating func number() -> BareItem? {
            let sign = skip("-") ? "-" : ""
            let whole = text(while: Self.isDigit)
            guard !whole.isEmpty, whole.utf8.count <= 15 else { return nil }
            guard skip(".") else { return Int(sign + whole).map { .integer($0) } }
            let fraction = text(while: Self.isDigit)
            guard whole.utf8.count <= 12, (1...3).contains(fraction.utf8.count) else { return nil }
            return Double("\(sign)\(whole).\(fraction)").map { .decimal($0) }
        }

        private mutating func bytesInBase64() -> BareItem? {
            guard skip(":") else { return nil }
            let text = text { Self.isLetter($0) || Self.isDigit($0) || "+/=".utf8.contains($0) }
            return skip(":") ? .other(text) : nil
        }

        private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

        private static func isLowercaseLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }

        private static func isLetter(_ byte: UInt8) -> Bool { Self.isLowercaseLetter(byte | 0x20) }
    }
}
