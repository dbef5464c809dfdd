import Foundation
import FreshetHTTP

/// Finds secrets in bytes, in the forms in which they are written: plain, percent-encoded, escaped as in JSON, in
/// Base64.
struct SecretForms {
    /// The shortest secret that is looked for where no name shows it, in bytes.
    static let shortest = 8

    private struct Form {
        let bytes: [UInt8]
        let placeholder: String
    }

    /// The forms by their first byte, the longest first.
    private var forms: [[Form]] = Array(repeating: [], count: 256)
    private(set) var isEmpty = true

    /// - Parameter secrets: Each secret with its placeholder.
    init(_ secrets: [(secret: String, placeholder: String)]) {
        for (secret, placeholder) in secrets where secret.utf8.count >= Self.shortest {
            for form in Self.forms(of: secret) where form.utf8.count >= Self.shortest {
                let bytes = Array(form.utf8)
                forms[Int(bytes[0])].append(Form(bytes: bytes, placeholder: placeholder))
                isEmpty = false
            }
        }
        for index in forms.indices { forms[index].sort { $0.bytes.count > $1.bytes.count } }
    }

    /// The replacements of all secrets.
    ///
    /// - Parameter isCut: Whether the bytes may end within a secret.
    func edits(in bytes: [UInt8], isCut: Bool = false) -> Edits {
        var edits = Edits()
        guard !isEmpty else { return edits }
        var position = 0
        bytes.withUnsafeBufferPointer { bytes in
            while position < bytes.count {
                let candidates = forms[Int(bytes[position])]
                let found = candidates.first { form in
                    form.bytes.count <= bytes.count - position
                        && form.bytes.indices.allSatisfy { bytes[position + $0] == form.bytes[$0] }
                }
                if let found {
                    edits.replace(position..<position + found.bytes.count, with: found.placeholder)
                    position += found.bytes.count
                } else if isCut, let beginning = beginning(at: bytes[position...]) {
                    edits.replace(position..<bytes.count, with: beginning)
                    position = bytes.count
                } else {
                    position += 1
                }
            }
        }
        return edits
    }

    /// The placeholder of a secret that the last bytes are the beginning of.
    private func beginning(at rest: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
        guard rest.count >= 4 else { return nil }
        return forms[Int(rest[rest.startIndex])].first { form in
            rest.count < form.bytes.count && form.bytes.starts(with: rest)
        }?.placeholder
    }

    func replaced(in text: String) -> String {
        let bytes = Array(text.utf8)
        let edits = edits(in: bytes)
        return edits.isEmpty ? text : String(decoding: edits.applied(to: bytes), as: UTF8.self)
    }

    // MARK: - Forms

    private static func forms(of secret: String) -> Set<String> {
        var forms: Set<String> = [secret]
        let escaped = [secret, json(secret), json(secret).replacing("/", with: #"\/"#), asciiJSON(secret)]
        forms.formUnion(escaped)
        forms.formUnion(escaped.map(json))
        // An address within an item within an item.
        var encoded: Set<String> = [secret]
        for _ in 0..<3 {
            encoded = Set(
                encoded.flatMap { text in
                    let all = FormItem.encoded(text)
                    return [all, lowerCaseDigits(all), all.replacing("%20", with: "+"), queryEncoded(text)]
                })
            forms.formUnion(encoded)
        }
        let bytes = Array(secret.utf8)
        for text in [Data(bytes).base64EncodedString()] + (0..<3).map({ base64(bytes, after: $0) }) {
            let plain = text.filter { $0 != "=" }
            forms.insert(plain)
            forms.insert(plain.replacing("+", with: "-").replacing("/", with: "_"))
            forms.insert(FormItem.encoded(plain))
            forms.insert(plain.replacing("/", with: #"\/"#))
        }
        return forms
    }

    /// The part of the Base64 of a longer text that only depends on the secret, which begins after some bytes.
    private static func base64(_ secret: [UInt8], after count: Int) -> String {
        let text = Data([UInt8](repeating: 0, count: count) + secret).base64EncodedString().filter { $0 != "=" }
        let first = (count * 8 + 5) / 6
        let last = (count + secret.count) * 8 / 6
        return String(text.prefix(last).dropFirst(first))
    }

    private static func json(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": escaped += #"\""#
            case "\\": escaped += #"\\"#
            case "\n": escaped += #"\n"#
            case "\r": escaped += #"\r"#
            case "\t": escaped += #"\t"#
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func asciiJSON(_ text: String) -> String {
        json(text).utf16.map { unit in
            guard unit > 0x7E else { return String(Unicode.Scalar(UInt8(unit))) }
            let digits = String(unit, radix: 16)
            return #"\u"# + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }

    private static func lowerCaseDigits(_ text: String) -> String {
        var rest = text[...]
        var result = ""
        while let sign = rest.firstIndex(of: "%") {
            result += rest[..<sign] + rest[sign...].prefix(3).lowercased()
            rest = rest[sign...].dropFirst(3)
        }
        return result + rest
    }

    /// A text in which only what a query can't contain is encoded.
    private static func queryEncoded(_ text: String) -> String {
        var encoded = ""
        PercentEncoding.appendTemplate(text, allowed: PercentEncoding.isQueryCharacter, to: &encoded)
        return encoded
    }
}
