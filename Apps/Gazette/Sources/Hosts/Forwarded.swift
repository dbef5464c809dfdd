import Foundation
package import HTTPTypes

/// What proxies report of a request, one hop for each proxy: the field `Forwarded` (RFC 7239), or the older fields that
/// begin with `X-Forwarded-`.
package struct Forwarded: Equatable {
    /// What one proxy reports of its client.
    struct Hop: Equatable {
        /// The address of the client; `nil` if it is hidden, unknown or no address.
        var address: IPAddress?
        var scheme: String?
        var host: String?
    }

    /// The hops, that of the last proxy last.
    var hops: [Hop]

    // swift-format-ignore: NeverForceUnwrap
    package static let names = (
        forwarded: HTTPField.Name("Forwarded")!, address: HTTPField.Name("X-Forwarded-For")!,
        scheme: HTTPField.Name("X-Forwarded-Proto")!, host: HTTPField.Name("X-Forwarded-Host")!
    )

    /// Reads the field `Forwarded`; `nil` if there is none. A field that breaks the rules has no hops.
    package init?(standard fields: HTTPFields) {
        let values = fields[values: Self.names.forwarded]
        guard !values.isEmpty else { return nil }
        hops = Self.hops(in: values.joined(separator: ",")) ?? []
    }

    /// Reads the fields `X-Forwarded-For`, `-Proto` and `-Host`; `nil` without the first.
    ///
    /// There is no standard for them. Each proxy appends an address; the others it appends or replaces. Where their numbers
    /// differ, only the last value is certain to come from the last proxy.
    package init?(common fields: HTTPFields) {
        func list(_ name: HTTPField.Name) -> [String] {
            fields[values: name].joined(separator: ",").split(separator: ",", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
        guard fields[Self.names.address] != nil else { return nil }
        hops = list(Self.names.address).map { Hop(address: Self.address($0)) }
        for (name, path) in [(Self.names.scheme, \Hop.scheme), (Self.names.host, \Hop.host)]
        where fields[name] != nil {
            let values = list(name)
            for index in hops.indices {
                hops[index][keyPath: path] = values.count == hops.count ? values[index] : values.last
            }
        }
    }

    /// Reads `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1` and `[2001:db8::1]:4711`.
    package static func address(_ text: some StringProtocol) -> IPAddress? {
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
            return IPAddress(text[text.index(after: text.startIndex)..<end])
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 ? IPAddress(parts[0]) : IPAddress(text)
    }

    // MARK: - RFC 7239 §4

    /// Reads elements separated by commas, whose pairs are separated by semicolons; `nil` if the text breaks the rules.
    private static func hops(in text: String) -> [Hop]? {
        var hops = [Hop()]
        var rest = Substring(text)
        func skipBlanks() { rest = rest.drop { $0 == " " || $0 == "\t" } }
        while true {
            skipBlanks()
            guard let first = rest.first else { return hops }
            if first == "," || first == ";" {
                if first == "," { hops.append(Hop()) }
                rest.removeFirst()
                continue
            }
            let name = rest.prefix { isToken($0) }
            rest = rest.dropFirst(name.count)
            guard !name.isEmpty, rest.popFirst() == "=", let value = value(&rest) else { return nil }
            skipBlanks()
            if let next = rest.first, next != ",", next != ";" { return nil }
            let last = hops.count - 1
            switch name.lowercased() {
            case "for": hops[last].address = address(value)
            case "proto": hops[last].scheme = value
            case "host": hops[last].host = value
            default: break
            }
        }
    }

    /// Reads a token or a quoted text (RFC 9110 §5.6.4).
    private static func value(_ rest: inout Substring) -> String? {
        guard rest.first == "\"" else {
            // Some proxies write ports and IPv6 addresses without quotes.
            let value = rest.prefix { isToken($0) || ":[]".contains($0) }
            rest = rest.dropFirst(value.count)
            return value.isEmpty ? nil : String(value)
        }
        rest.removeFirst()
        var value = ""
        while let character = rest.popFirst() {
            if character == "\"" { return value }
            if character == "\\" {
                guard let escaped = rest.popFirst() else { return nil }
                value.append(escaped)
            } else {
                value.append(character)
            }
        }
        return nil
    }

    private static func isToken(_ character: Character) -> Bool {
        guard let byte = character.asciiValue, character.utf8.count == 1 else { return false }
        return byte > 0x20 && byte < 0x7F && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
    }
}
