import Foundation
import FreshetCore
import FreshetHTTP
import HTTPTypes

/// A request as a one-line curl command for a POSIX shell.
///
/// Secrets appear as shell variables, such as `"$AUTHORIZATION"`.
struct CurlCommand {
    /// The longest body, in bytes, that is passed to curl as an argument. Systems limit the length
    /// of an argument.
    private static let argumentLimit = 100_000

    private let request: TransportRequest
    private let fields: HTTPFields
    private let redaction: RequestRedaction
    private let bodyLimit: Int

    /// - Parameter added: The fields that the transport adds. `Content-Encoding` is left out
    ///   because the body is shown uncompressed.
    init(_ request: TransportRequest, added: HTTPFields, redaction: RequestRedaction, bodyLimit: Int) {
        self.request = request
        self.redaction = redaction
        self.bodyLimit = bodyLimit
        var added = added
        added[.contentEncoding] = nil
        fields = request.head.headerFields.setting(added)
    }

    /// The command.
    var text: String {
        let (source, data) = body
        let words = ["curl", url.shellWord()] + options + fieldWords + data
        return (source.map { "\($0) | " } ?? "") + words.joined(separator: " ")
    }

    private var url: LogText {
        let head = request.head
        return redaction.address("\(head.scheme ?? "https")://\(head.authority ?? "")\(head.path ?? "/")")
    }

    private var options: [String] {
        var options: [String] = []
        let (method, path) = (request.head.method, request.head.path ?? "/")
        if method == .head {
            options.append("--head")
        } else if method != .get || request.body != nil {
            options += ["--request", LogText([.text(method.rawValue)]).shellWord()]
        }
        // Without these options, curl expands URL patterns and removes dot segments.
        if path.contains(where: { "[]{}".contains($0) }) || request.head.authority?.contains("[") == true {
            options.append("--globoff")
        }
        if path.contains("/.") { options.append("--path-as-is") }
        if request.needsHTTP1 { options.append("--http1.1") }
        if fields[.acceptEncoding].map({ $0 != "identity" }) ?? false { options.append("--compressed") }
        return options
    }

    private var fieldWords: [String] {
        var words: [String] = []
        // curl computes the length itself.
        for field in fields where field.name != .contentLength {
            let value = redaction.field(field).pieces
            // A name without a value would remove the field.
            let pieces = value.isEmpty ? [.text("\(field.name.rawName);")] : [.text("\(field.name.rawName): ")] + value
            words += ["--header", LogText(pieces).shellWord()]
        }
        // Fields that curl adds by itself.
        let usual: [HTTPField.Name] = [.accept, .userAgent] + (request.body == nil ? [] : [.contentType, .expect])
        for name in usual where !fields.contains(name) { words += ["--header", "'\(name.rawName):'"] }
        return words
    }

    /// The command that pipes the body to curl, if the body isn't an argument, and curl's arguments
    /// for the body.
    private var body: (source: String?, words: [String]) {
        switch request.body {
        case nil: return (nil, [])
        case .file(let url):
            return (nil, ["--data-binary", LogText([.text("@\(url.path)")]).shellWord()])
        case .bytes(let data) where data.isEmpty: return (nil, ["--data-raw", "''"])
        case .bytes(let data):
            let form = BodyTranscript.Form(
                contentType: request.head.headerFields[.contentType],
                coding: request.head.headerFields[.contentEncoding])
            guard form.isText, data.count <= bodyLimit, let (text, isUTF8) = LogBytes.text(data) else { break }
            let shown = redaction.body(text, isForm: form.isForm)
            guard isUTF8, shown.isPlainInShell, data.count <= Self.argumentLimit else {
                return (shown.printfCommand(isUTF8: isUTF8), ["--data-binary", "@-"])
            }
            return (nil, ["--data-raw", shown.shellWord()])
        case .stream: break
        }
        return (nil, ["--data-binary", #"@"$BODY_FILE""#])
    }
}

// MARK: - Words of a shell

extension LogText {
    /// Whether none of the characters needs an escape.
    var isPlainInShell: Bool {
        pieces.allSatisfy { piece in
            guard case .text(let text) = piece else { return true }
            return !text.unicodeScalars.contains(where: \.mustBeEscaped)
        }
    }

    /// Returns the text as one POSIX shell word in which each secret is a variable.
    func shellWord() -> String {
        guard isPlainInShell else { return "\"$(\(printfCommand(isUTF8: true)))\"" }
        let words = pieces.map { piece in
            switch piece {
            case .text(let text): "'\(text.replacing("'", with: #"'\''"#))'"
            case .secret(let name): "\"$\(Self.variable(name))\""
            }
        }
        return words.isEmpty ? "''" : words.joined()
    }

    /// Returns a `printf` command that writes the text, with each secret as an argument.
    ///
    /// - Parameter isUTF8: Whether the bytes are UTF-8. Otherwise, each character is one ISO 8859-1
    ///   byte.
    func printfCommand(isUTF8: Bool) -> String {
        var format = ""
        var arguments = ""
        for piece in pieces {
            switch piece {
            case .text(let text): for scalar in text.unicodeScalars { Self.append(scalar, isUTF8, to: &format) }
            case .secret(let name):
                format += "%s"
                arguments += " \"$\(Self.variable(name))\""
            }
        }
        return "printf '\(format)'\(arguments)"
    }

    private static func append(_ scalar: Unicode.Scalar, _ isUTF8: Bool, to format: inout String) {
        switch scalar {
        case "%": format += "%%"
        case "\\": format += #"\\"#
        // A quote would end the word, an exclamation mark triggers history expansion within double quotes, and a
        // leading hyphen could start an option.
        case "'", "!": escape(UInt8(scalar.value))
        case "-" where format.isEmpty: escape(UInt8(scalar.value))
        case _ where scalar.mustBeEscaped || !isUTF8 && scalar.value > 0x7E:
            if isUTF8 { UTF8.encode(scalar)?.forEach(escape) } else { escape(UInt8(scalar.value)) }
        default: format.unicodeScalars.append(scalar)
        }
        func escape(_ byte: UInt8) {
            let digits = String(byte, radix: 8)
            format += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }
    }

    /// Returns the name of the shell variable for a secret, such as `X_API_KEY`.
    private static func variable(_ name: String) -> String {
        let plain = (name.removingPercentEncoding ?? name).utf8.map { byte -> Character in
            switch Unicode.Scalar(byte) {
            case "a"..."z", "A"..."Z", "0"..."9": Character(Unicode.Scalar(byte))
            default: "_"
            }
        }
        let text = String(plain).uppercased()
        return text.first.map { $0.isNumber } ?? true ? "_\(text)" : text
    }
}
