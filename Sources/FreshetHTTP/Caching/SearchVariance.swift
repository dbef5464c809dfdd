import Foundation
package import HTTPTypes
import RawStructuredFieldValues

/// The parts of a query on which a response depends, according to its `No-Vary-Search` field
/// (draft-ietf-httpbis-no-vary-search).
package struct SearchVariance: Sendable, Hashable {
    private enum Names: Hashable {
        case allBut(Set<[UInt8]>)
        case only(Set<[UInt8]>)
    }

    /// The names of the items that matter, as bytes, because different bytes may form equal
    /// characters.
    private var names = Names.allBut([])
    /// Whether the order of items matters.
    private var isOrdered = true

    /// Reads the fields of a response; `nil` if its whole query matters, which is the case without
    /// the field and with a field that can't be read. Unknown keys are ignored.
    package init?(_ fields: HTTPFields) {
        guard let text = fields.value(of: .noVarySearch), let members = StructuredField.dictionary(text) else {
            return nil
        }
        if let order = members["key-order"] {
            guard case .bool(let isIgnored)? = order.bareItem else { return nil }
            isOrdered = !isIgnored
        }
        var ignoresAll = false
        switch members["params"] {
        case nil: break
        case .item(let item)?:
            guard case .bool(let isSet) = item.rfc9651BareItem else { return nil }
            ignoresAll = isSet
            if isSet { names = .only([]) }
        case .innerList(let list)?:
            guard let ignored = Self.texts(list) else { return nil }
            names = .allBut(ignored)
        }
        if let except = members["except"] {
            guard ignoresAll, case .innerList(let list) = except, let kept = Self.texts(list) else {
                return nil
            }
            names = .only(kept)
        }
        if isOrdered, names == .allBut([]) { return nil }
    }

    private static func texts(_ list: InnerList) -> Set<[UInt8]>? {
        var texts: Set<[UInt8]> = []
        for item in list.bareInnerList {
            guard case .string(let text) = item.rfc9651BareItem else { return nil }
            texts.insert(Array(decoded(text).utf8))
        }
        return texts
    }

    /// Returns the normalised part of a query on which the response depends; queries with equal
    /// parts share a response.
    ///
    /// - Parameter secretNames: The names of items that always matter, since they identify callers.
    package func essence(of query: String, keeping secretNames: SecretNames = .standard) -> String {
        var items = query.split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (name: Self.decoded(parts[0]), value: parts.count > 1 ? Self.decoded(parts[1]) : "")
        }
        items.removeAll { !matters($0.name) && !secretNames.contains(item: $0.name) }
        if !isOrdered {
            items = items.enumerated().sorted { first, second in
                first.element.name == second.element.name
                    ? first.offset < second.offset : first.element.name < second.element.name
            }.map(\.element)
        }
        var text = ""
        for item in items {
            if !text.isEmpty { text += "&" }
            PercentEncoding.append(item.name, to: &text)
            text += "="
            PercentEncoding.append(item.value, to: &text)
        }
        return text
    }

    private func matters(_ name: String) -> Bool {
        switch names {
        case .allBut(let names): !names.contains(Array(name.utf8))
        case .only(let names): names.contains(Array(name.utf8))
        }
    }

    /// Decodes a name or a value like form data: `+` is a space, and a `%` that doesn't begin an
    /// escape is kept.
    private static func decoded(_ text: some StringProtocol) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
            return String(text)
        }
        let bytes = Array(text.utf8)
        var decoded: [UInt8] = []
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "%"), position + 2 < bytes.count,
                let high = Character(Unicode.Scalar(bytes[position + 1])).hexDigitValue,
                let low = Character(Unicode.Scalar(bytes[position + 2])).hexDigitValue
            {
                decoded.append(UInt8(high << 4 | low))
                position += 3
            } else {
                decoded.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                position += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }
}

extension HTTPField.Name {
    package static let noVarySearch = Self("No-Vary-Search")!
}
