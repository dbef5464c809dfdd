import Foundation
public import FreshetHTTP
import FreshetJSON
import HTTPTypes

extension Tape {
    /// Returns the tape with its secrets replaced by placeholders such as `REDACTED-0001`.
    ///
    /// A secret has the same placeholder throughout the tape, and two secrets have different ones.
    ///
    /// ```swift
    /// let shared = tape.redacted(.standard.adding("voucher"))
    /// ```
    ///
    /// Secrets are recognised by the `names` of header fields, query and form items, JSON members,
    /// multipart form parts, and XML and HTML elements. All cookies, `assertion`, and the user of
    /// an address are secret as well. Addresses within addresses are searched. Each secret value of
    /// eight bytes or more is then replaced in the rest of the tape, whatever its encoding: escapes
    /// of addresses, JSON and HTML, Base64 and hexadecimal, and combinations of these.
    ///
    /// In JSON, strings remain strings and numbers remain numbers. Servers' challenges
    /// (`WWW-Authenticate`) aren't replaced, nor is a `code` in the body of a response with a
    /// status of 400 or more, where it names an error.
    ///
    /// A tape made by a ``TapeRecorder`` already has no secrets. Existing placeholders stay
    /// unchanged.
    ///
    /// - Parameter names: The names whose values are secret.
    public func redacted(_ names: SecretNames = .standard) -> Tape {
        var redactor = Redactor()
        return redactor.redacted(entries.map { SecretEntry($0, names: names) })
    }
}

/// Replaces the secrets of a tape.
struct Redactor {
    /// Fields whose names contain a secret word but whose values are public, because servers send
    /// them to everyone.
    private static let harmless: Set<String> = [
        "www-authenticate", "proxy-authenticate", "access-control-allow-credentials",
    ]
    /// The fields with digests of a body, which no longer match after the body has changed.
    private static let digests = ["content-digest", "repr-digest", "digest", "content-md5"]

    private var placeholders = Placeholders()

    mutating func redacted(_ secretEntries: [SecretEntry]) -> Tape {
        // Values with secret names are collected first, because a value may appear earlier in the tape than its name.
        var entries: [Tape.Entry] = []
        for secret in secretEntries { entries.append(withoutNamed(secret)) }
        for secret in secretEntries.flatMap(\.secrets) { _ = placeholders.placeholder(for: secret) }
        let known = placeholders.numbers.sorted { $0.value < $1.value }
        let secrets = known.map { ($0.key, placeholders.placeholder(for: $0.key)) }
        let (forms, names) = (SecretForms(secrets), SecretForms(secrets, ignoresCase: true))
        for index in entries.indices {
            entries[index].replaceAll(forms, inNames: names)
            entries[index].restateLength(after: secretEntries[index].entry, digests: Self.digests)
        }
        return Tape(entries)
    }

    // MARK: - By name

    private mutating func withoutNamed(_ secret: SecretEntry) -> Tape.Entry {
        var entry = secret.entry
        let names = secret.names.adding("assertion")
        entry.request.url = redacted(address: entry.request.url, names)
        entry.request.fields = redacted(entry.request.fields, names)
        if var body = entry.request.body {
            let edits = edits(of: body, entry.request.fields, names)
            body.replace(edits)
            entry.request.body = body
        }
        if var response = entry.response {
            response.head.headerFields = redacted(response.head.headerFields, names)
            if var body = response.body {
                // In an error response, `code` names an error and isn't an authorization code (RFC 6749 §4.1.2).
                let names = response.head.status.code >= 400 ? names.removing("code") : names
                let edits = edits(of: body, response.head.headerFields, names)
                body.replace(edits)
                response.moveChunks(edits)
                response.body = body
            }
            entry.response = response
        }
        if let reason = entry.failure?.reason { entry.failure?.reason = redacted(text: reason, names) }
        return entry
    }

    /// Returns the placeholder for a value. The name of a scheme before a credential stays.
    private mutating func placeholder(for value: String) -> String {
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, SecretScanner.schemes.contains(parts[0].lowercased()) else {
            return placeholders.placeholder(for: value)
        }
        if parts[0].lowercased() == "basic", let data = Data(base64Encoded: String(parts[1])) {
            let pair = String(decoding: data, as: UTF8.self)
            let password = pair.split(separator: ":", maxSplits: 1).last.map(String.init) ?? pair
            defer { for part in [pair, password] { _ = placeholders.placeholder(for: part) } }
            return "\(parts[0]) \(placeholders.placeholder(for: String(parts[1])))"
        }
        return "\(parts[0]) \(placeholders.placeholder(for: String(parts[1])))"
    }

    private mutating func redacted(_ fields: HTTPFields, _ names: SecretNames) -> HTTPFields {
        HTTPFields(
            fields.map { field in
                var field = field
                let name = field.name.canonicalName
                switch name {
                case "cookie", "cookie2": field.value = redacted(cookies: field.value)
                case "set-cookie", "set-cookie2":
                    let end = field.value.firstIndex(of: ";") ?? field.value.endIndex
                    field.value = redacted(cookies: String(field.value[..<end])) + field.value[end...]
                case _ where Self.harmless.contains(name): break
                case _ where names.contains(field.name):
                    if !field.value.isEmpty {
                        let value = field.value
                        field.value = placeholder(for: value)
                        notePartsOf(value)
                    }
                case "content-type", "date", "expires", "last-modified", "etag", "content-length": break
                case _ where Self.isAddress(field.value): field.value = redacted(address: field.value, names)
                default: field.value = redacted(text: field.value, names)
                }
                return field
            })
    }

    private mutating func notePartsOf(_ value: String) {
        for part in Self.parts(of: value) { _ = placeholders.placeholder(for: part) }
    }

    /// Returns the parts of a field value that a server may repeat separately, such as the response
    /// in Digest.
    private static func parts(of value: String) -> [String] {
        var parts = value.split { $0 == " " || $0 == "," || $0 == ";" }
        guard parts.count > 1 || value.contains("=") else { return [] }
        // Digest's other parameters aren't secret, and one of them is the path (RFC 7616 §3.4).
        if parts[0].lowercased() == "digest" { parts = parts.filter { $0.hasPrefix("response=") } }
        return parts.compactMap { part in
            let words = part.split(separator: "=", maxSplits: 1)
            let text = (words.count > 1 ? words[1] : part).trimmingCharacters(in: ["\"", "="])
            return text.utf8.count >= SecretForms.shortest ? text : nil
        }
    }

    /// Returns whether a text consists of an address or a path and nothing else.
    private static func isAddress(_ text: String) -> Bool {
        (text.hasPrefix("/") || text.contains("://")) && !text.contains { " ,;<>\"".contains($0) }
    }

    private mutating func redacted(cookies: String) -> String {
        cookies.split(separator: ";", omittingEmptySubsequences: false).map { pair in
            guard let sign = pair.firstIndex(of: "=") else { return String(pair) }
            let value = pair[pair.index(after: sign)...]
            let plain = value.trimmingCharacters(in: [" ", "\""])
            return pair[...sign] + (plain.isEmpty ? String(value) : placeholders.placeholder(for: plain))
        }.joined(separator: ";")
    }

    /// Returns an address without its user, and with secret items in its query and fragment
    /// replaced.
    private mutating func redacted(address: String, _ names: SecretNames) -> String {
        var address = address
        if let start = address.firstRange(of: "://")?.upperBound,
            let sign = address[start...].prefix(while: { !"/?#".contains($0) }).lastIndex(of: "@")
        {
            let parts = address[start..<sign].split(separator: ":", maxSplits: 1).map { part in
                placeholders.placeholder(for: FormItem.decoded(part))
            }
            address.replaceSubrange(start..<sign, with: parts.joined(separator: ":"))
        }
        // A path may have parameters as well: `/cart;jsessionid=…`.
        guard let mark = address.firstIndex(where: { "?#;".contains($0) }) else { return address }
        let rest = address[address.index(after: mark)...]
        return address[...mark] + redacted(items: String(rest), names)
    }

    /// Returns a query or form with the values of secret items replaced, including items of
    /// addresses within the values.
    private mutating func redacted(items: String, _ names: SecretNames, depth: Int = 0) -> String {
        var result = ""
        var rest = items[...]
        while !rest.isEmpty {
            let end = rest.firstIndex { "&;?#".contains($0) } ?? rest.endIndex
            let item = rest[..<end]
            if let sign = item.firstIndex(of: "=") {
                result += item[...sign]
                let value = item[item.index(after: sign)...]
                result += redacted(value: value, of: item[..<sign], names, depth: depth)
            } else {
                result += item
            }
            if end < rest.endIndex { result.append(rest[end]) }
            rest = rest[end...].dropFirst()
        }
        return result
    }

    private mutating func redacted(
        value: Substring, of name: Substring, _ names: SecretNames, depth: Int
    ) -> String {
        guard !value.isEmpty else { return "" }
        let plain = FormItem.decoded(value)
        if names.contains(item: FormItem.decoded(name)) { return FormItem.encoded(placeholder(for: plain)) }
        // The item may contain an address or a form. If that has no secret, it stays exactly as written.
        guard depth < 4, plain.contains("=") || plain.contains(":") else { return String(value) }
        let inner =
            plain.first == "{" || plain.first == "["
            ? redacted(text: plain, names)
            : plain.contains("=") || plain.contains("@")
                ? redacted(nested: plain, names, depth: depth + 1) : redacted(text: plain, names)
        return inner == plain ? String(value) : FormItem.encoded(inner)
    }

    private mutating func redacted(nested text: String, _ names: SecretNames, depth: Int) -> String {
        guard text.contains("://") || text.hasPrefix("/") || text.contains("?") else {
            return redacted(items: text, names, depth: depth)
        }
        var address = text
        if let mark = text.firstIndex(where: { $0 == "?" || $0 == "#" }) {
            let head = redacted(address: String(text[..<mark]), names)
            address =
                head + text[mark...mark]
                + redacted(items: String(text[text.index(after: mark)...]), names, depth: depth)
        } else {
            address = redacted(address: text, names)
        }
        return address
    }

    // MARK: - Texts

    private mutating func redacted(text: String, _ names: SecretNames) -> String {
        if Self.isAddress(text) { return redacted(address: text, names) }
        let edits = edits(ofText: text, isJSON: false, names)
        return edits.isEmpty ? text : String(decoding: edits.applied(to: Array(text.utf8)), as: UTF8.self)
    }

    private mutating func edits(of body: Tape.Body, _ fields: HTTPFields, _ names: SecretNames) -> Edits {
        edits(of: body.data, contentType: fields[.contentType], names)
    }

    private mutating func edits(of data: Data, contentType: String?, _ names: SecretNames) -> Edits {
        let type = contentType.flatMap { MediaType($0) }
        if type?.type == "multipart", let parts = Multipart(data, contentType: contentType ?? "") {
            return edits(of: parts, in: data, names)
        }
        guard let text = String(validating: data, as: UTF8.self) else { return Edits() }
        if type?.description == "application/x-www-form-urlencoded" {
            let redacted = redacted(items: text, names)
            var edits = Edits()
            if redacted != text { edits.replace(0..<text.utf8.count, with: redacted) }
            return edits
        }
        let isJSON = type?.subtype == "json" || type?.subtype.hasSuffix("json") == true
        return edits(ofText: text, isJSON: isJSON, names)
    }

    private mutating func edits(of multipart: Multipart, in data: Data, _ names: SecretNames) -> Edits {
        var edits = Edits()
        for part in multipart.parts {
            let content = Data(data[data.startIndex + part.range.lowerBound..<data.startIndex + part.range.upperBound])
            if let name = part.name, names.contains(item: name) {
                let text = String(decoding: content, as: UTF8.self)
                if !content.isEmpty { edits.replace(part.range, with: placeholder(for: text)) }
            } else {
                self.edits(of: content, contentType: part.contentType, names).add(to: &edits, at: part.range.lowerBound)
            }
        }
        return edits
    }

    /// - Parameter isJSON: Whether the complete text is JSON, in which numbers remain numbers.
    private mutating func edits(ofText text: String, isJSON: Bool, _ names: SecretNames) -> Edits {
        var scanner = SecretScanner(text, names: names)
        scanner.scanText()
        let bytes = Array(text.utf8)
        var edits = Edits()
        for find in scanner.finds {
            let value = bytes[find.range]
            // The scanner treats an encoded address as one value, but the secrets inside it may appear elsewhere on
            // their own.
            if value.contains(UInt8(ascii: "%")) {
                let text = String(decoding: value, as: UTF8.self)
                _ = redacted(nested: text.contains("=") ? text : FormItem.decoded(text), names, depth: 1)
            }
            switch value.first {
            case UInt8(ascii: "{"), UInt8(ascii: "["): replaceScalars(of: find.range, in: bytes, &edits)
            case _ where Self.isQuoted(find.range, in: bytes):
                let text = Self.unquoted(find.range, in: bytes)
                edits.replace(find.range, with: placeholder(for: text))
                if HTTPField.Name(find.name).map(names.contains) == true { notePartsOf(text) }
            case _ where find.range.upperBound < bytes.count && bytes[find.range.upperBound] == UInt8(ascii: "@"):
                let parts = String(decoding: value, as: UTF8.self).split(separator: ":", maxSplits: 1)
                let hidden = parts.map { placeholders.placeholder(for: FormItem.decoded($0)) }
                edits.replace(find.range, with: hidden.joined(separator: ":"))
            default: replace(find.range, in: bytes, isJSON: isJSON, &edits)
            }
        }
        return edits
    }

    /// Replaces an unquoted value.
    private mutating func replace(_ range: Range<Int>, in bytes: [UInt8], isJSON: Bool, _ edits: inout Edits) {
        let text = String(decoding: bytes[range], as: UTF8.self)
        let sign = bytes[..<range.lowerBound].last { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
        guard sign == UInt8(ascii: ":"), isJSON || bytes.first == UInt8(ascii: "{") else {
            // An item of an address or a form, possibly within a string.
            edits.replace(range, with: placeholder(for: FormItem.decoded(Self.unescaped(bytes[range]))))
            return
        }
        guard !["true", "false", "null"].contains(text) else { return }
        if Double(text) != nil {
            edits.replace(range, with: placeholders.placeholder(forNumber: text))
        } else {
            edits.replace(range, with: placeholder(for: text))
        }
    }

    /// Replaces all strings and numbers of an object or an array, except member names.
    private mutating func replaceScalars(of range: Range<Int>, in bytes: [UInt8], _ edits: inout Edits) {
        var position = range.lowerBound
        while position < range.upperBound {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                var end = position + 1
                while end < range.upperBound, bytes[end] != byte { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
                end = min(end, range.upperBound)
                let next = bytes[min(end + 1, range.upperBound)..<range.upperBound].first { $0 > 0x20 }
                if next != UInt8(ascii: ":"), end > position + 1 {
                    let value = bytes[position + 1..<end]
                    edits.replace(position + 1..<end, with: placeholder(for: Self.unescaped(value)))
                }
                position = end + 1
            } else if byte == UInt8(ascii: "-") || 0x30...0x39 ~= byte {
                let end =
                    bytes[position..<range.upperBound]
                    .firstIndex { !(0x30...0x39 ~= $0) && !"+-.eE".utf8.contains($0) } ?? range.upperBound
                let text = String(decoding: bytes[position..<end], as: UTF8.self)
                edits.replace(position..<end, with: placeholders.placeholder(forNumber: text))
                position = end
            } else {
                position += 1
            }
        }
    }

    private static func isQuoted(_ range: Range<Int>, in bytes: [UInt8]) -> Bool {
        guard range.lowerBound > 0 else { return false }
        let byte = bytes[range.lowerBound - 1]
        return byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    }

    /// Returns the text between quotes, without escapes. In a document nested in a JSON string, the
    /// quotes themselves are escaped, and the strings are escaped equally often.
    private static func unquoted(_ range: Range<Int>, in bytes: [UInt8]) -> String {
        var backslashes = bytes[..<(range.lowerBound - 1)].reversed().prefix { $0 == UInt8(ascii: "\\") }.count
        var text = unescaped(bytes[range])
        while backslashes > 0 {
            text = unescaped(ArraySlice(text.utf8))
            backslashes /= 2
        }
        return text
    }

    /// Returns a text without JSON escapes.
    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard bytes.contains(UInt8(ascii: "\\")) else { return text }
        let document = Data("[\"\(text)\"]".utf8)
        return (try? JSONTree(document))?.elements.first?.text ?? text
    }
}

// MARK: - Values and bodies

extension Tape.Entry {
    /// Replaces known secrets wherever they occur.
    ///
    /// - Parameter names: Finds the secrets in field names.
    fileprivate mutating func replaceAll(_ forms: SecretForms, inNames names: SecretForms) {
        guard !forms.isEmpty else { return }
        request.url = forms.replaced(in: request.url)
        request.fields.replaceAll(forms, inNames: names)
        if let body = request.body {
            request.body?.replace(forms.edits(in: Array(body.data), isCut: body.isCut))
        }
        if var response {
            response.head.headerFields.replaceAll(forms, inNames: names)
            response.originalFields.replaceAll(forms, inNames: names)
            let reason = forms.replaced(in: response.head.status.reasonPhrase)
            response.head.status = .init(code: response.head.status.code, reasonPhrase: reason)
            if let body = response.body {
                let edits = forms.edits(in: Array(body.data), isCut: body.isCut)
                response.body?.replace(edits)
                response.moveChunks(edits)
            }
            self.response = response
        }
        if let failure {
            self.failure?.code = forms.replaced(in: failure.code)
            self.failure?.reason = failure.reason.map(forms.replaced)
        }
        if let cause = attempt?.cause { attempt?.cause = forms.replaced(in: cause) }
    }

    /// Updates the fields after their body has changed.
    fileprivate mutating func restateLength(after original: Tape.Entry, digests: [String]) {
        guard var response, let body = response.body else { return }
        let status = response.head.status.code
        if request.method != .head, status != 204, status != 304,
            let length = response.head.headerFields[.contentLength], length != "\(body.data.count)"
        {
            response.originalFields[.contentLength] = length
            response.head.headerFields[.contentLength] = "\(body.data.count)"
        }
        if body != original.response?.body {
            for field in response.head.headerFields where digests.contains(field.name.canonicalName) {
                response.originalFields.append(field)
                response.head.headerFields[field.name] = nil
            }
        }
        self.response = response
    }
}

extension HTTPFields {
    fileprivate mutating func replaceAll(_ forms: SecretForms, inNames names: SecretForms) {
        self = HTTPFields(
            map { field in
                HTTPField(name: names.replaced(in: field.name), value: forms.replaced(in: field.value))
            })
    }
}

extension Tape.Body {
    fileprivate mutating func replace(_ edits: Edits) {
        guard !edits.isEmpty else { return }
        let rest = size - data.count
        data = Data(edits.applied(to: Array(data)))
        size = data.count + rest
    }
}

extension Tape.Response {
    /// Adjusts the ends of the chunks to the changed bytes.
    fileprivate mutating func moveChunks(_ edits: Edits) {
        guard !edits.isEmpty, !chunks.isEmpty else { return }
        var (end, newEnd) = (0, 0)
        for index in chunks.indices {
            end += chunks[index].count
            let position = max(newEnd, edits.position(end))
            chunks[index].count = position - newEnd
            newEnd = position
        }
    }
}
