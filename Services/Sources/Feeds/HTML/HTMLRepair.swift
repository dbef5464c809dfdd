import FreshetHTML
import FreshetLenientJSON

/// Rewrites HTML for libxml2, so that it is parsed in the same way as by a browser.
///
/// The HTML is tokenised as in a browser. Comments and declarations are dropped, as are repeated
/// attributes, attributes beyond the limit, and attributes whose name libxml2 doesn't accept.
struct HTMLRepair {
    private(set) var output: [UInt8] = []
    private var hasRoot = false

    /// Repairs a UTF-8 page. Everything from the first tag beyond the limit is dropped.
    init(_ input: [UInt8]) {
        output.reserveCapacity(input.count)
        var tokens = HTMLTokenizer(input, endsRawElements: true)
        var tagCount = 0
        while let token = tokens.next(), !Task.isCancelled {
            switch token {
            case .text(let text): HTMLText.append(text.utf8, to: &output)
            case .tag(let tag):
                tagCount += 1
                guard tagCount <= DocumentLimits.tags else { return }
                append(tag)
            }
        }
    }

    private mutating func append(_ tag: HTMLTag) {
        guard Self.isName(tag.name) else { return }
        output += tag.isClosing ? "</".utf8 : "<".utf8
        output += tag.name.utf8
        // libxml2 adds the attributes of each further root to those of the first one.
        let isRoot = tag.name == "html"
        if !tag.isClosing, !isRoot || !hasRoot { appendAttributes(of: tag) }
        hasRoot = hasRoot || isRoot
        // libxml2 doesn't know that these elements are void.
        let isVoid = !tag.isClosing && ["embed", "source", "wbr"].contains(tag.name)
        output += tag.isSelfClosing || isVoid ? "/>".utf8 : ">".utf8
    }

    private mutating func appendAttributes(of tag: HTMLTag) {
        var written = Set<String>()
        for (name, value) in tag.attributes where Self.isName(name) && written.insert(name).inserted {
            guard written.count <= DocumentLimits.attributes else { return }
            output.append(0x20)
            output += name.utf8
            output += "=\"".utf8
            HTMLText.append(value.utf8, to: &output)
            output.append(UInt8(ascii: "\""))
        }
    }

    /// Returns whether libxml2 reads a complete name. It accepts only these characters and
    /// truncates long names.
    private static func isName(_ name: String) -> Bool {
        guard let first = name.utf8.first, first.isLetter || first == UInt8(ascii: "_"), name.utf8.count < 100 else {
            return false
        }
        return name.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-_:.".utf8.contains($0) }
    }
}
