/// A sequence of the texts and tags of HTML that browsers show.
///
/// The content of elements such as `script`, `template` and `video`, and of elements with the
/// attribute `hidden`, is left out. No element tree is built, so texts that browsers move, such as
/// those between table cells, stay where they are.
package struct VisibleHTML: Sequence, IteratorProtocol {
    private var tokenizer: HTMLTokenizer
    /// The open elements. If there are more than ``limit``, the outer ones are dropped.
    private var open = OpenElements()
    /// The position of the outermost element that isn't shown.
    private var hidden: Int?

    /// The maximum nesting depth, as in browsers.
    private static let limit = 512

    /// Makes the sequence for a text.
    package init(_ html: String) { tokenizer = HTMLTokenizer(html) }

    /// Returns the next text or tag, or `nil` at the end.
    package mutating func next() -> HTMLTokenizer.Token? {
        while let token = tokenizer.next() {
            switch token {
            case .text: if hidden == nil { return token }
            case .tag(let tag):
                let isShown = tag.isClosing ? close(tag) : start(tag)
                if isShown { return token }
            }
        }
        return nil
    }

    /// Handles the end of an element. Returns whether it is shown.
    private mutating func close(_ tag: HTMLTag) -> Bool {
        // An end tag inside a template doesn't end elements outside it.
        let template = tag.name == "template" ? nil : open.lastPosition(of: "template")
        guard let position = open.lastPosition(of: tag.name), position > template ?? -1 else { return hidden == nil }
        return close(from: position)
    }

    private mutating func close(from position: Int) -> Bool {
        open.remove(from: position)
        guard let hidden, position <= hidden else { return self.hidden == nil }
        self.hidden = nil
        return position < hidden
    }

    /// Handles the start of an element. Returns whether it is shown.
    private mutating func start(_ tag: HTMLTag) -> Bool {
        if let last = open.last, tag.ends(last) { _ = close(from: open.end - 1) }
        guard !tag.isVoid else { return hidden == nil }
        if open.count == Self.limit {
            guard hidden == nil else { return false }
            open.forget(Self.limit / 2)
        }
        if hidden == nil, tag.hidesContent { hidden = open.end }
        open.append(tag.name)
        return hidden == nil
    }
}
