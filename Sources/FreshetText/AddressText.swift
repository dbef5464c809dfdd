public import Foundation

/// Reads addresses in texts from servers, such as JSON, header fields and HTML.
///
/// Foundation alone re-encodes every escape in a component if one of its characters isn't allowed.
/// It turns `/a%20b c` into `/a%2520b%20c`, which is another resource.
public enum AddressText {
    /// Returns the address in a text, or `nil` if the text isn't an address.
    ///
    /// It is relative if the text is a relative reference. A text with an invalid authority, such
    /// as `[:2e%2@`, isn't an address, although Foundation would encode it.
    public static func url(_ text: String) -> URL? {
        let escaped = escaped(text)
        guard let url = URL(string: escaped) else { return nil }
        // An internationalised host name is the only part that Foundation may write differently.
        return url.absoluteString == escaped || escaped.utf8.contains { $0 >= 0x80 } ? url : nil
    }

    /// Returns a text as a reference that follows RFC 3986. Existing escapes stay, and only
    /// disallowed characters are encoded.
    ///
    /// Spaces and control characters at both ends, and tabs and line ends anywhere, are removed
    /// (WHATWG URL §4.4). Other characters that aren't allowed in a path, a query or a fragment are
    /// encoded, and so is a `%` that doesn't begin an escape. The scheme and the authority stay
    /// unchanged.
    package static func escaped(_ text: String) -> String {
        var text = text
        return text.withUTF8 { isClean($0) ? nil : escaped($0) } ?? text
    }

    /// Returns the position of the colon after the scheme, or `nil` if a reference doesn't begin
    /// with a scheme (RFC 3986 §3.1).
    package static func schemeEnd<Bytes: Collection<UInt8>>(of bytes: Bytes) -> Bytes.Index? {
        guard let first = bytes.first, isLetter(first),
            let end = bytes.firstIndex(where: { !isLetter($0) && !isDigit($0) && !"+-.".utf8.contains($0) })
        else { return nil }
        return bytes[end] == UInt8(ascii: ":") ? end : nil
    }

    /// Returns an authority with its internationalised host name encoded (UTS #46), or `nil` if
    /// that isn't possible.
    package static func ascii(_ authority: Substring) -> String? {
        url("https://\(authority)").map { String($0.absoluteString.dropFirst("https://".count)) }
    }

    /// Returns whether a text is a reference without a host in brackets in which nothing has to be
    /// encoded.
    package static func isEscaped(_ text: String) -> Bool {
        var text = text
        return text.withUTF8(isClean)
    }

    // MARK: - Texts that need no change

    /// Returns whether the bytes already are a valid reference. A host in brackets is left to the
    /// slower path.
    private static func isClean(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var hasFragment = false
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case _ where isPathByte(byte), UInt8(ascii: "?"): continue
            case UInt8(ascii: "%") where isEscape(bytes[index...]): continue
            case UInt8(ascii: "#") where !hasFragment: hasFragment = true
            default: return false
            }
        }
        return true
    }

    // MARK: - Other texts

    private static func escaped(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        let kept = trimmed(bytes).filter {
            $0 != UInt8(ascii: "\t") && $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r")
        }
        let pathStart = self.pathStart(of: kept)
        var result = Array(kept[..<pathStart])
        var rest = kept[pathStart...]
        if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
            let fragment = rest[(hash + 1)...]
            append(rest[..<hash], to: &result)
            result.append(UInt8(ascii: "#"))
            rest = fragment
        }
        append(rest, to: &result)
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns the bytes without spaces and control characters at both ends.
    private static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>) -> Slice<UnsafeBufferPointer<UInt8>> {
        let start = bytes.firstIndex { $0 > 0x20 } ?? bytes.endIndex
        let end = bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? start
        return bytes[start..<end]
    }

    /// Returns the position after the scheme and the authority.
    private static func pathStart(of bytes: [UInt8]) -> Int {
        let start = schemeEnd(of: bytes).map { $0 + 1 } ?? 0
        guard bytes[start...].starts(with: "//".utf8) else { return start }
        return bytes[(start + 2)...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.endIndex
    }

    /// Appends a path and a query, or a fragment, and encodes disallowed bytes.
    private static func append(_ bytes: ArraySlice<UInt8>, to result: inout [UInt8]) {
        for (index, byte) in zip(bytes.indices, bytes) {
            if isPathByte(byte) || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "%") && isEscape(bytes[index...]) {
                result.append(byte)
            } else {
                result.append(UInt8(ascii: "%"))
                for digit in [byte >> 4, byte & 15] { result.append(digit < 10 ? 0x30 + digit : 0x37 + digit) }
            }
        }
    }

    // MARK: - Bytes

    /// Returns whether a path may contain a byte: an unreserved character, a delimiter or a slash
    /// (RFC 3986 §3.3).
    private static func isPathByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "@")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: "~"), UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&")...UInt8(ascii: ";"),
            UInt8(ascii: "="):
            true
        default: false
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Returns whether bytes begin with a percent sign and two hexadecimal digits.
    private static func isEscape(_ bytes: some Collection<UInt8>) -> Bool {
        let digits = bytes.dropFirst().prefix(2)
        return digits.count == 2 && digits.allSatisfy { isDigit($0) || (0x61...0x66).contains($0 | 0x20) }
    }
}
