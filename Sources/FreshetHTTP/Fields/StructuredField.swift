import RawStructuredFieldValues

/// A reader for structured fields (RFC 9651): lists and dictionaries of items with parameters.
///
/// A field with a syntax error anywhere is ignored completely (§4.2), so the result for it is
/// `nil`.
enum StructuredField {
    /// The maximum number of separators in a field, which limits the number of keys. The parser
    /// compares each key with all previous ones.
    private static let separatorLimit = 4096

    /// Reads a list; `nil` if the text isn't a valid list.
    static func list(_ text: String) -> [ItemOrInnerList]? {
        guard var parser = parser(text) else { return nil }
        return try? parser.parseListFieldValue()
    }

    /// Reads a dictionary; `nil` if the text isn't a valid dictionary. If a key occurs twice, the
    /// last value counts.
    static func dictionary(_ text: String) -> OrderedMap<String, ItemOrInnerList>? {
        guard var parser = parser(text) else { return nil }
        return try? parser.parseDictionaryFieldValue()
    }

    private static func parser(_ text: String) -> StructuredFieldValueParser<[UInt8]>? {
        let bytes = Array(text.utf8)
        let separators = bytes.reduce(0) { $1 == UInt8(ascii: ",") || $1 == UInt8(ascii: ";") ? $0 + 1 : $0 }
        return separators <= separatorLimit ? StructuredFieldValueParser(bytes) : nil
    }
}

extension ItemOrInnerList {
    /// The value of an item without its parameters; `nil` for an inner list.
    var bareItem: RFC9651BareItem? {
        if case .item(let item) = self { item.rfc9651BareItem } else { nil }
    }
}
