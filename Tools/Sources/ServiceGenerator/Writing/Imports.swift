/// Finds the imports that code needs.
enum Imports {
    private static let foundation: Set<Substring> = ["Data", "Date", "Decimal", "URL", "UUID"]
    private static let hiddenFoundation: Set<Substring> = ["JSONEncoder"]
    private static let freshet: Set<Substring> = [
        "BodyEncoder", "Credentials", "FormPart", "FreshetJSONDecoder", "HTTPField", "HTTPFields", "HTTPResponse",
        "InternetDate", "JSONEncoder", "MergePatchMember", "OAuth", "PagedRequest", "Query", "QueryValue", "Request",
        "RequestBody", "RequestPath", "SecretNames", "Service", "ServiceError",
    ]

    /// Returns the import declarations.
    static func lines(for code: Code) -> [String] {
        var lines: [String] = []
        if let access = access(foundation, hiddenFoundation, in: code) { lines.append("\(access)import Foundation") }
        if let access = access(freshet, [], in: code) { lines.append("\(access)import Freshet") }
        return lines
    }

    /// Returns the access of an import; `nil` if the code doesn't need it.
    private static func access(_ names: Set<Substring>, _ hidden: Set<Substring>, in code: Code) -> String? {
        var isUsed = false
        var isSignature = false
        for line in code.lines {
            let text = line.trimmed
            if text.hasPrefix("//") { continue }
            let startsSignature =
                text.hasPrefix("public ") || text.hasPrefix("extension ") || text.hasPrefix("case ")
                || text.hasPrefix("@Boxed ")
            if startsSignature { isSignature = true }
            let words = words(of: text, beforeBrace: startsSignature && text.hasPrefix("public "))
            if isSignature, words.signature.contains(where: { names.contains($0) }) { return "public " }
            if words.all.contains(where: { names.contains($0) || hidden.contains($0) }) { isUsed = true }
            // A signature ends where its body begins. Members of extensions are looked at on their own.
            if isSignature, text.hasSuffix("{") || text.hasSuffix("}") || !text.hasSuffix("(") && !text.hasSuffix(",") {
                isSignature = text.hasSuffix("(") || text.hasSuffix(",")
            }
        }
        return isUsed ? "" : nil
    }

    private static func words(of text: Substring, beforeBrace: Bool) -> (signature: [Substring], all: [Substring]) {
        let separators: (Character) -> Bool = { !($0.isLetter || $0.isNumber || $0 == "_") }
        let all = text.split(whereSeparator: separators)
        guard beforeBrace, let brace = text.firstIndex(of: "{") else { return (all, all) }
        return (text[..<brace].split(whereSeparator: separators), all)
    }
}
