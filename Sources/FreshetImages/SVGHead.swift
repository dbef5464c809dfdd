import Foundation

/// The opening tag of an SVG document.
///
/// Only the first kilobytes are read, and only the tag with its attributes and everything before it
/// is parsed.
struct SVGHead {
    private static let window = 4096

    private let attributes: Substring

    init?(_ data: Data) {
        var text = Substring(String(decoding: data.prefix(Self.window), as: UTF8.self))
        if text.first == "\u{FEFF}" { text.removeFirst() }
        while true {
            text = text.drop(while: \.isWhitespace)
            if text.hasPrefix("<?") {
                guard let end = text.range(of: "?>") else { return nil }
                text = text[end.upperBound...]
            } else if text.hasPrefix("<!--") {
                guard let end = text.range(of: "-->") else { return nil }
                text = text[end.upperBound...]
            } else if text.hasPrefix("<!") {
                guard let end = text.firstIndex(of: ">") else { return nil }
                text = text[text.index(after: end)...]
            } else {
                break
            }
        }
        guard text.hasPrefix("<svg") else { return nil }
        let rest = text.dropFirst(4)
        guard let next = rest.first, next.isWhitespace || next == ">" || next == "/" else { return nil }
        attributes = rest.prefix { $0 != ">" }
    }

    /// The size in pixels from `width` and `height`, or else from the view box.
    var size: (Int, Int)? {
        if let width = pixels("width"), let height = pixels("height") { return (width, height) }
        let box = value("viewBox")?.split { $0.isWhitespace || $0 == "," }.compactMap { Double($0) } ?? []
        guard box.count == 4, let width = whole(box[2]), let height = whole(box[3]) else { return nil }
        return (width, height)
    }

    private func pixels(_ name: String) -> Int? {
        guard var text = value(name) else { return nil }
        if text.hasSuffix("px") { text.removeLast(2) }
        return Double(text).flatMap(whole)
    }

    private func whole(_ number: Double) -> Int? {
        number.isFinite && number > 0 && number < 1e9 ? Int(number.rounded()) : nil
    }

    private func value(_ name: String) -> Substring? {
        var rest = attributes
        while let range = rest.range(of: name) {
            let isWholeName =
                range.lowerBound == rest.startIndex || rest[rest.index(before: range.lowerBound)].isWhitespace
            let after = rest[range.upperBound...].drop(while: \.isWhitespace)
            rest = rest[range.upperBound...]
            guard isWholeName, after.first == "=" else { continue }
            let quoted = after.dropFirst().drop(while: \.isWhitespace)
            guard let quote = quoted.first, quote == "\"" || quote == "'" else { continue }
            let text = quoted.dropFirst()
            return text.firstIndex(of: quote).map { text[..<$0] }
        }
        return nil
    }
}
