import HTTPTypes

/// The normal form of request fields, by which variants are compared by their meaning (RFC 9111
/// §4.1).
enum NormalForm {
    /// Returns the normalised value of a field. The value of an unknown field is returned
    /// unchanged, since it isn't necessarily a list.
    static func value(_ value: String, of name: HTTPField.Name) -> String {
        switch name {
        case .acceptLanguage:
            // The order is kept, because some servers treat it as a preference among languages with
            // the same weight (RFC 9110 §12.5.4).
            weighted(value) { $0.lowercased() }.sorted(by: stably { $0.weight > $1.weight }).joined()
        case .acceptEncoding:
            weighted(value, coding).sorted(by: byWeightAndText).joined()
        case .accept:
            weighted(value, mediaRange).sorted(by: byWeightAndText).joined()
        default:
            value
        }
    }

    // MARK: - Elements with weights

    fileprivate struct Element: Hashable {
        let text: String
        /// The weight, in thousandths.
        let weight: Int
        let position: Int
    }

    /// Reads a list with weights (RFC 9110 §12.4.2).
    private static func weighted(_ value: String, _ text: (String) -> String) -> [Element] {
        var seen: Set<String> = []
        return FieldList.elements(of: value).enumerated().compactMap { position, element in
            var pieces = FieldList.pieces(of: element, separator: ";")
            var weight = 1000
            let weights = pieces.indices.filter { pieces[$0].lowercased().hasPrefix("q=") }
            if let index = weights.first {
                guard weights.count == 1, let given = thousandths(pieces[index].dropFirst(2)) else {
                    // An invalid weight, or more than one, counts as a part of the text.
                    return Element(text: element, weight: 1000, position: position)
                }
                weight = given
                pieces.remove(at: index)
            }
            let text = text(pieces.joined(separator: ";"))
            // Of equal elements, the first one counts. An element that consists only of semicolons
            // is ignored.
            let isNew = !text.isEmpty && seen.insert(text).inserted
            return isNew ? Element(text: text, weight: weight, position: position) : nil
        }
    }

    /// Reads `0.8` as 800; `nil` if the text isn't a weight.
    private static func thousandths(_ text: Substring) -> Int? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let fraction = parts.count > 1 ? parts[1] : ""
        guard let whole = parts.first, whole == "0" || whole == "1", fraction.utf8.count <= 3,
            fraction.utf8.allSatisfy(\.isDigit)
        else { return nil }
        let digits = fraction + String(repeating: "0", count: 3 - fraction.utf8.count)
        let value = (whole == "1" ? 1000 : 0) + (Int(digits) ?? 0)
        return value <= 1000 ? value : nil
    }

    private static func byWeightAndText(_ first: Element, _ second: Element) -> Bool {
        first.weight == second.weight ? first.text < second.text : first.weight > second.weight
    }

    private static func stably(_ isBefore: @escaping (Element, Element) -> Bool) -> (Element, Element) -> Bool {
        { isBefore($0, $1) || !isBefore($1, $0) && $0.position < $1.position }
    }

    /// Normalises a content coding: in lowercase, and with its newer name (RFC 9110 §8.4.1).
    private static func coding(_ text: String) -> String {
        let text = text.lowercased()
        return text == "x-gzip" || text == "x-compress" ? String(text.dropFirst(2)) : text
    }

    /// Normalises a media range: type, subtype and the names of parameters in lowercase. The case
    /// of parameter values is kept.
    private static func mediaRange(_ text: String) -> String {
        FieldList.pieces(of: text, separator: ";").enumerated().map { index, piece in
            guard index > 0, let sign = piece.firstIndex(of: "=") else { return piece.lowercased() }
            return piece[..<sign].lowercased() + piece[sign...]
        }.joined(separator: ";")
    }
}

extension [NormalForm.Element] {
    /// The elements as a field: `de, en;q=0.5`.
    fileprivate func joined() -> String {
        map { element in
            guard element.weight < 1000 else { return element.text }
            return "\(element.text);q=\(Double(element.weight) / 1000)"
        }.joined(separator: ", ")
    }
}
