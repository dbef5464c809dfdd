import RawStructuredFieldValues

/// Reads structured fields (RFC 9651): lists and dictionaries of items with parameters.
///
/// A field with a mistake anywhere is no field at all (§4.2), so reading returns `nil` for the whole of it.
enum StructuredField {
    /// The most separators of a field, and so the most keys. The parser compares each key with all that it has read.
    private static let separatorLimit = 4096

    /// Reads a list; `nil` if the text is not a valid one.
    static func list(_ text: String) -> [ItemOrInnerList]? {
        guard var parser = parser(text) else { return nil }
        return try? parser.parseListFieldValue()
    }

    /// Reads a dictionary; `nil` if the text is not a valid one. Of a key that is given twice the last counts.
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
