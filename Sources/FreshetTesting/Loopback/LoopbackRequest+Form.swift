#if NIO
public import Foundation

extension LoopbackRequest {
    /// A part of a form that the loopback server received.
    public struct Part: Sendable, Hashable {
        /// The name of the field.
        public let name: String
        /// The file name; `nil` if the field isn't a file.
        public let fileName: String?
        /// The content type; `nil` if the part doesn't declare one.
        public let contentType: String?
        /// The content.
        public let body: Data

        /// The content, decoded as UTF-8 text.
        public var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// The parts of a `multipart/form-data` body; `nil` if the body isn't a complete form.
    ///
    /// Names are decoded following the Fetch standard: `%0A`, `%0D` and `%22` are line breaks and
    /// quotation marks.
    public var parts: [Part]? {
        guard let type = header("Content-Type"), type.lowercased().hasPrefix("multipart/form-data"),
            let boundary = Self.parameters(of: type)["boundary"], bodyLength == body.count
        else { return nil }
        let delimiter = Data("\r\n--\(boundary)".utf8)
        // The first delimiter has no line break before it, so add one: every part is then found in the same way.
        var rest = Data("\r\n".utf8) + body
        guard rest.starts(with: delimiter) else { return nil }
        rest = rest.dropFirst(delimiter.count)
        var parts: [Part] = []
        while !rest.starts(with: Data("--".utf8)) {
            guard rest.starts(with: Data("\r\n".utf8)), let end = rest.range(of: delimiter),
                let part = Self.part(in: rest[rest.startIndex + 2..<end.lowerBound])
            else { return nil }
            parts.append(part)
            rest = rest[end.upperBound...]
        }
        return parts
    }

    private static func part(in bytes: Data) -> Part? {
        guard let blank = bytes.range(of: Data("\r\n\r\n".utf8)) else { return nil }
        var fields: [String: String] = [:]
        for line in String(decoding: bytes[..<blank.lowerBound], as: UTF8.self).components(separatedBy: "\r\n") {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            fields[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        let parameters = parameters(of: fields["content-disposition"] ?? "")
        guard fields["content-disposition"]?.hasPrefix("form-data;") == true, let name = parameters["name"] else {
            return nil
        }
        return Part(
            name: unescaped(name), fileName: parameters["filename"].map(unescaped), contentType: fields["content-type"],
            body: Data(bytes[blank.upperBound...]))
    }

    /// Returns the parameters of a field, whose values may be quoted.
    private static func parameters(of field: String) -> [String: String] {
        var parameters: [String: String] = [:]
        var rest = field[...]
        while let semicolon = rest.firstIndex(of: ";") {
            rest = rest[semicolon...].dropFirst().drop { $0 == " " }
            guard let equals = rest.firstIndex(of: "=") else { break }
            let name = rest[..<equals].lowercased()
            rest = rest[equals...].dropFirst()
            let isQuoted = rest.first == "\""
            if isQuoted { rest = rest.dropFirst() }
            let value = rest.prefix { $0 != (isQuoted ? "\"" : ";") }
            parameters[name] = String(value)
            rest = rest[value.endIndex...]
        }
        return parameters
    }

    private static func unescaped(_ name: String) -> String {
        name.replacingOccurrences(of: "%0A", with: "\n").replacingOccurrences(of: "%0D", with: "\r")
            .replacingOccurrences(of: "%22", with: "\"")
    }
}
#endif
