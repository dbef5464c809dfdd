import Foundation

/// The expression for the body of a request.
struct SwiftBody {
    /// The lines of the expression. Further lines are indented relative to the first.
    let lines: [String]

    init(_ body: CurlBody, contentType: String?, _ parameters: SwiftParameters) {
        switch body {
        case .bytes(let data): lines = Self.bytes(data, contentType, parameters)
        case .file(let path): lines = [".file(\(Self.url(path)), contentType: \(Self.expression(of: contentType)))"]
        case .form(let parts):
            let parts = parts.map { Self.part($0, parameters) }
            let line = ".multipart([\(parts.joined(separator: ", "))])"
            lines =
                line.count <= 96 || parts.count == 1 ? [line] : [".multipart(["] + parts.map { "    \($0)," } + ["])"]
        }
    }

    private static func bytes(_ data: Data, _ contentType: String?, _ parameters: SwiftParameters) -> [String] {
        if contentType == "application/x-www-form-urlencoded", let text = String(data: data, encoding: .utf8),
            let items = SwiftQuery.form(text, parameters)
        {
            let elements = items.map { "\($0.name): \($0.value)" }
            let line = ".form([\(elements.joined(separator: ", "))])"
            return line.count <= 90 ? [line] : [".form(["] + elements.map { "    \($0)," } + ["])"]
        }
        var finder = SecretFinder(parameter: parameters.make)
        let type = expression(of: contentType)
        guard let text = finder.text(of: data, contentType: contentType ?? "") else {
            let rows = stride(from: 0, to: data.count, by: 16).map { start in
                data.dropFirst(start).prefix(16).map { byte in
                    "0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
                }.joined(separator: ", ")
            }
            return [".bytes(", "    Data(["] + rows.map { "        \($0)," } + ["    ]), contentType: \(type))"]
        }
        let bytes = text.pieces.isEmpty || data.isEmpty ? "Data()" : "Data(\(text.literal).utf8)"
        let line = ".bytes(\(bytes), contentType: \(type))"
        if line.count <= 90, !line.contains("\\#n"), !line.contains("\\n") { return [line] }
        if bytes.count <= 100, !bytes.contains("\\#n"), !bytes.contains("\\n") {
            return [".bytes(", "    \(bytes),", "    contentType: \(type))"]
        }
        let literal = text.literalLines(width: 90)
        let lines = literal.dropLast().map { $0.isEmpty ? "" : "        \($0)" }
        return [".bytes(", "    Data("] + lines + [
            "        \(literal[literal.count - 1]).utf8),", "    contentType: \(type))",
        ]
    }

    private static func part(_ part: CurlBody.Part, _ parameters: SwiftParameters) -> String {
        let name = SwiftText(part.name).literal
        let fileName = part.fileName.map { ", fileName: \(SwiftText($0).literal)" } ?? ""
        switch part.content {
        case .file(let path):
            let hasOwnName = part.fileName == URL(filePath: path).lastPathComponent
            return "FormPart(\(name), .file(\(url(path)), contentType: \(expression(of: part.contentType)))"
                + (hasOwnName ? "" : fileName) + ")"
        case .text(let text):
            let isSecret = SecretFinder.isSecret(item: part.name) && !text.isEmpty
            let value = isSecret ? SwiftText([.parameter(parameters.make(for: part.name))]) : SwiftText(text)
            guard part.fileName != nil || part.contentType != nil else { return ".field(\(name), \(value.expression))" }
            let type = expression(of: part.contentType)
            return "FormPart(\(name), .bytes(Data(\(value.expression).utf8), contentType: \(type))\(fileName))"
        }
    }

    private static func url(_ path: String) -> String { "URL(filePath: \(SwiftText(path).literal))" }

    private static func expression(of contentType: String?) -> String {
        contentType.map { SwiftText($0).literal } ?? "nil"
    }
}
