#if SQLite
import Foundation
import FreshetCore

/// Finds the names of secrets in what is to be stored.
enum SecretMembers {
    /// Returns the name of the first secret member of a JSON text; `nil` if there is none, or it is no JSON.
    static func name(inJSON data: Data, _ names: SecretNames) -> String? {
        guard let value = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed) else { return nil }
        return name(in: value, names)
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

    /// Returns the name of the first secret member or item of a body; `nil` if there is none.
    static func name(in body: Data, contentType: String?, _ names: SecretNames) -> String? {
        let type = contentType?.lowercased() ?? ""
        guard type.hasPrefix("application/x-www-form-urlencoded") else { return name(inJSON: body, names) }
        return String(decoding: body, as: UTF8.self).split(separator: "&").lazy
            .map { String($0.prefix { $0 != "=" }) }.first { names.contains(item: $0) }
    }

    /// Splits the items of an encoded query into those that may be stored and the secret ones.
    static func split(query: String, _ names: SecretNames) -> (harmless: String?, secret: String?) {
        let items = query.split(separator: "&")
        let isSecret = { (item: Substring) in names.contains(item: item.prefix { $0 != "=" }) }
        let (secret, harmless) = (items.filter(isSecret), items.filter { !isSecret($0) })
        func joined(_ items: [Substring]) -> String? { items.isEmpty ? nil : items.joined(separator: "&") }
        return (joined(harmless), joined(secret))
    }
}
#endif
