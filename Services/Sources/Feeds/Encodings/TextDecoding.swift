import Foundation

/// Decodes documents whose declared encoding may be wrong.
///
/// It tries the byte order mark, the content type's charset, the declaration in the document,
/// UTF-8, and windows-1252, in that order. A declared encoding that contradicts the bytes is
/// ignored.
enum TextDecoding {
    /// Returns a document as valid UTF-8 without a byte order mark.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - contentType: The value of the `Content-Type` field.
    static func utf8(_ bytes: ArraySlice<UInt8>, contentType: String?) -> [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return UTF8Repair(bytes.dropFirst(3)).output }
        if let marked = decodingMark(bytes) { return marked }
        let repaired = UTF8Repair(bytes)
        for name in [charset(ofContentType: contentType), declaredCharset(bytes)] {
            guard let name, let text = decoded(bytes, as: name, repaired) else { continue }
            return text
        }
        return repaired.output
    }

    /// Decodes UTF-16 and UTF-32 with a byte order mark, and UTF-16 that begins with `<`, `{` or a space.
    private static func decodingMark(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        let start = Array(bytes.prefix(4))
        guard start.count == 4 else { return nil }
        let starters: [UInt8] = [0x3C, 0x7B, 0x20, 0x0A, 0x0D]
        let charset: String
        let markLength: Int
        switch (start[0], start[1], start[2], start[3]) {
        case (0xFF, 0xFE, 0, 0): (charset, markLength) = ("UTF-32LE", 4)
        case (0, 0, 0xFE, 0xFF): (charset, markLength) = ("UTF-32BE", 4)
        case (0xFF, 0xFE, _, _): (charset, markLength) = ("UTF-16LE", 2)
        case (0xFE, 0xFF, _, _): (charset, markLength) = ("UTF-16BE", 2)
        case (let first, 0, _, 0) where starters.contains(first): (charset, markLength) = ("UTF-16LE", 0)
        case (0, let second, 0, _) where starters.contains(second): (charset, markLength) = ("UTF-16BE", 0)
        default: return nil
        }
        return CharsetConverter.utf8(bytes.dropFirst(markLength), from: charset)?.text
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>, as charset: String, _ repaired: UTF8Repair) -> [UInt8]? {
        let name = charset.lowercased()
        // Text in another encoding is hardly ever valid UTF-8 with multi-byte characters.
        let isUTF8 = repaired.invalidCount == 0 && repaired.longCount > 0
        if utf8Names.contains(name) { return repaired.invalidCount == 0 ? repaired.output : nil }
        if latinNames.contains(name) { return isUTF8 ? repaired.output : Windows1252.utf8(bytes) }
        // The declaration could be read byte by byte, so the document can't be in one of these encodings.
        if name.hasPrefix("utf-16") || name.hasPrefix("utf-32") || name.hasPrefix("ucs") || isUTF8 { return nil }
        guard let converted = CharsetConverter.utf8(bytes, from: aliases[name] ?? charset),
            converted.invalidCount * 50 <= bytes.count
        else { return nil }
        return converted.text
    }

    /// Returns the `charset` parameter of a content type.
    static func charset(ofContentType contentType: String?) -> String? {
        guard let contentType, let start = contentType.range(of: "charset", options: .caseInsensitive) else {
            return nil
        }
        let value = contentType[start.upperBound...].drop { $0 == " " || $0 == "=" || $0 == "\"" || $0 == "'" }
        return name(value.utf8)
    }

    /// The number of bytes that are searched for a declaration. Browsers search 1,024, and more if
    /// those arrive separately.
    private static let declaringCount = 1 << 14

    /// Returns the encoding that the first bytes declare: `<?xml … encoding="…"?>`, `<meta charset="…">`.
    private static func declaredCharset(_ bytes: ArraySlice<UInt8>) -> String? {
        let head = bytes.prefix(declaringCount).map { $0 < 0x80 ? $0.lowercased : 0x3F }
        for tag in head.split(separator: UInt8(ascii: "<")) {
            let isXML = tag.starts(with: "?xml".utf8)
            guard isXML || tag.starts(with: "meta".utf8) else { continue }
            let text = String(decoding: tag.prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self)
            guard let range = text.range(of: isXML ? "encoding" : "charset") else { continue }
            let value = text[range.upperBound...].drop { " =\"'\n\t\r".contains($0) }
            if let name = name(value.utf8) { return name }
        }
        return nil
    }

    private static func name(_ text: Substring.UTF8View) -> String? {
        let name = text.prefix { $0.isLetter || $0.isDigit || "-_:.".utf8.contains($0) }
        return name.isEmpty || name.count > 40 ? nil : String(decoding: name, as: UTF8.self)
    }

    private static let utf8Names: Set<String> = ["utf-8", "utf8", "unicode-1-1-utf-8", "utf_8"]
    private static let latinNames: Set<String> = [
        "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "l1", "us-ascii", "ascii", "windows-1252",
        "cp1252",
        "x-cp1252", "ansi",
    ]
    /// Names that iconv doesn't know or interprets more strictly than browsers do (WHATWG Encoding
    /// §4.2).
    private static let aliases: [String: String] = [
        "shift_jis": "CP932", "shift-jis": "CP932", "x-sjis": "CP932", "sjis": "CP932", "windows-31j": "CP932",
        "x-euc-jp": "EUC-JP", "gb2312": "GB18030", "gbk": "GB18030", "x-gbk": "GB18030", "ks_c_5601-1987": "CP949",
        "euc-kr": "CP949", "iso-8859-9": "CP1254", "latin5": "CP1254", "x-cp1251": "CP1251", "windows1251": "CP1251",
        "cp-1251": "CP1251", "x-mac-cyrillic": "MAC-CYRILLIC", "x-mac-ukrainian": "MAC-UK", "x-mac-roman": "MACINTOSH",
        "macintosh": "MACINTOSH", "koi": "KOI8-R", "big5": "BIG5-HKSCS",
    ]
}
