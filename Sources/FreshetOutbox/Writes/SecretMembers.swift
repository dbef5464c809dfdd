#if SQLite
import Foundation
import FreshetCore

/// Finds the names of secrets in data that is to be stored.
enum SecretMembers {
    /// Returns the name of the first secret member of a JSON text, or of JSON lines; `nil` if there
    /// is none or the data isn't JSON.
    static func name(inJSON data: Data, _ names: SecretNames) -> String? {
        // JSON in UTF-16 or UTF-32 has zeros among its first four bytes.
        if data.prefix(4).contains(0) { return json(data).flatMap { name(in: $0, names) } }
        return data.withUnsafeBytes { bytes in
            let all = MemberNames(bytes) { names.contains(item: $0) }
            if all.isJSON { return all.found }
            for line in bytes.split(separator: UInt8(ascii: "\n")) {
                let text = MemberNames(UnsafeRawBufferPointer(rebasing: line)) { names.contains(item: $0) }
                if let name = text.found { return name }
            }
            return nil
        }
    }

    private static func json(_ data: Data) -> Any? {
        try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
    }

    private static func name(in value: Any, _ names: SecretNames) -> String? {
        if let members = value as? [String: Any] {
            for (name, value) in members {
                if names.contains(item: name) { return name }
                if let found = Self.name(in: value, names) { return found }
            }
        } else if let elements = value as? [Any] {
            for element in elements {
                if let found = name(in: element, names) { return found }
            }
        }
        return nil
    }

    /// Returns the name of the first secret member, item or part of a body; `nil` if there is none.
    static func name(in body: Data, contentType: String?, _ names: SecretNames) -> String? {
        let type = contentType?.lowercased() ?? ""
        let found: [Substring]
        if type.hasPrefix("application/x-www-form-urlencoded") {
            // Some servers also separate items by semicolons, so a secret after one must not be missed.
            found = String(decoding: body, as: UTF8.self).split { $0 == "&" || $0 == ";" }.map {
                $0.prefix { $0 != "=" }
            }
        } else if type.hasPrefix("multipart/") {
            found = partNames(in: body)
        } else {
            found = []
        }
        return found.first { names.contains(item: $0) }.map(String.init) ?? name(inJSON: body, names)
    }

    /// Returns the names of the parts of a form (RFC 7578 §4.2).
    private static func partNames(in body: Data) -> [Substring] {
        var found: [Substring] = []
        for line in String(decoding: body, as: UTF8.self).split(whereSeparator: \.isNewline) {
            guard line.lowercased().hasPrefix("content-disposition:") else { continue }
            for parameter in line.split(separator: ";") {
                let text = parameter.drop { $0 == " " || $0 == "\t" }
                guard text.lowercased().hasPrefix("name=") else { continue }
                let value: Substring = text.dropFirst("name=".count).drop { $0 == "\"" }
                found.append(value.prefix { $0 != "\"" && $0 != " " })
            }
        }
        return found
    }

    /// Returns whether a response has a secret member or an address with a secret item.
    static func areIn(response body: Data, contentType: String?, _ names: SecretNames) -> Bool {
        if name(in: body, contentType: contentType, names) != nil { return true }
        if let value = json(body) { return hasAddress(value, names) }
        return hasItem(String(decoding: body, as: UTF8.self), names)
    }

    private static func hasAddress(_ value: Any, _ names: SecretNames) -> Bool {
        switch value {
        case let text as String: hasItem(text, names)
        case let members as [String: Any]: members.values.contains { hasAddress($0, names) }
        case let elements as [Any]: elements.contains { hasAddress($0, names) }
        default: false
        }
    }

    /// Returns whether a text has a secret item, such as an address, or an address within the value
    /// of an item.
    static func hasItem(_ text: String, _ names: SecretNames) -> Bool {
        var text = text
        // An address within another one is percent-encoded once more.
        for _ in 0..<4 {
            if names.redacted(items: text) != nil { return true }
            guard let plain = text.removingPercentEncoding, plain != text else { return false }
            text = plain
        }
        return false
    }

    /// Splits the items of an encoded query into those that may be stored and the secret ones.
    static func split(query: String, _ names: SecretNames) -> (harmless: String?, secret: String?) {
        let items = query.split(separator: "&")
        let isSecret = { (item: Substring) in
            names.contains(item: item.prefix { $0 != "=" }) || hasItem(String(item), names)
        }
        let (secret, harmless) = (items.filter(isSecret), items.filter { !isSecret($0) })
        func joined(_ items: [Substring]) -> String? { items.isEmpty ? nil : items.joined(separator: "&") }
        return (joined(harmless), joined(secret))
    }
}
#endif
