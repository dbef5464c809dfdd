import Foundation
import FreshetLenientJSON
import FuzzInput

@testable import HackerNews

/// Fuzzes the conversion of HTML to plain text and paragraphs.
///
/// The result must not be empty or too long, its links must be web addresses, and the time must be proportional to
/// the length. What is in an attribute, a comment, a style or a script is never shown.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = FuzzInput(bytes, count).text
    // U+FFFD takes three bytes instead of one.
    let limit = text.utf8.count * 3 + 64

    if let plain = PlainText.text(fromHTML: text) {
        check(!plain.isEmpty && plain.utf8.count <= limit, "longer than it was")
        let ends = [plain.unicodeScalars.first, plain.unicodeScalars.last]
        check(ends.allSatisfy { $0?.properties.isWhitespace == false }, "blanks at the ends")
        // Plain text that is escaped as in a page must convert to itself.
        check(PlainText.text(fromHTML: escaped(plain)) == plain, "\(plain.debugDescription) does not stay")
    }
    let shown = ["<i title=\"\(text.without("\""))\">", "<i title='\(text.without("'"))'>"]
    let hidden = ["<!-- \(text.without("-")) -->", "<style>\(text.without("/"))</style>"]
    for markup in shown + hidden {
        check(PlainText.text(fromHTML: markup + "x") == "x", "\(markup.debugDescription) is shown")
    }
    if !text.utf8.contains(UInt8(ascii: "<")), !text.utf8.contains(0) {
        let decoded = PlainText.decodingEntities(in: text)
        check(PlainText.text(fromHTML: text) == PlainText.text(fromHTML: escaped(decoded)), "not the same text")
    }
    var length = 0
    for paragraph in HackerNews.Paragraph.paragraphs(of: text) {
        length += paragraph.text.utf8.count
        check(!paragraph.text.unicodeScalars.allSatisfy(\.properties.isWhitespace), "an empty paragraph")
        guard case .text(let runs) = paragraph else { continue }
        for case .link(_, let url) in runs {
            check(["http", "https"].contains(url.scheme?.lowercased()), "\(url) isn't a web address")
            check(url.host()?.isEmpty == false, "\(url) has no host")
        }
    }
    // In the address of a link, which may be its text, the three bytes are three escapes.
    check(length <= 3 * limit, "longer than it was")
    return 0
}

private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result
}

extension String {
    fileprivate func without(_ scalar: Unicode.Scalar) -> String {
        String(UnicodeScalarView(unicodeScalars.filter { $0 != scalar }))
    }
}
