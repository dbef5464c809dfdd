/// A value of curl's `--form`: a name, and a content with its type and file name.
struct CurlFormPart {
    enum Content {
        case text(String)
        case file(String)
        /// The content of a file, sent as a field instead of as a file.
        case textOfFile(String)
    }

    let name: String
    var content: Content
    var type: String?
    var fileName: String?
    /// Whether there is an option that isn't understood, such as `headers=…`.
    var hasUnknownOption = false

    /// Reads a value such as `photo=@cat.jpg;type=image/jpeg`; `nil` if it has no name.
    ///
    /// - Parameter isText: Whether the content is taken as it is (`--form-string`).
    init?(_ text: String, isText: Bool) {
        guard let sign = text.firstIndex(of: "="), sign > text.startIndex else { return nil }
        name = String(text[..<sign])
        let rest = String(text[text.index(after: sign)...])
        content = .text(rest)
        guard !isText else { return }
        var pieces = Self.pieces(of: rest)
        let first = pieces.removeFirst()
        switch first.first {
        case "@": content = .file(String(first.dropFirst()))
        case "<": content = .textOfFile(String(first.dropFirst()))
        default: content = .text(first)
        }
        for piece in pieces {
            let option = piece.drop { $0 == " " }
            if option.hasPrefix("type=") {
                type = String(option.dropFirst(5))
            } else if option.hasPrefix("filename=") {
                fileName = String(option.dropFirst(9))
            } else if type != nil, fileName == nil, option.contains("=") {
                // A parameter of the type, such as “; charset=utf-8”.
                type? += ";\(piece)"
            } else {
                hasUnknownOption = true
            }
        }
    }

    /// Splits a value at its semicolons, except those in double quotes, which are removed.
    private static func pieces(of text: String) -> [String] {
        var pieces = [""]
        var (isQuoted, isEscaped) = (false, false)
        for character in text {
            if isEscaped {
                pieces[pieces.count - 1].append(character)
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if character == "\"", isQuoted || ["", "@", "<"].contains(pieces.last) || pieces.last?.last == "=" {
                isQuoted.toggle()
            } else if character == ";", !isQuoted {
                pieces.append("")
            } else {
                pieces[pieces.count - 1].append(character)
            }
        }
        return pieces
    }

    private static let types = [
        "gif": "image/gif", "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "svg": "image/svg+xml",
        "txt": "text/plain", "htm": "text/html", "html": "text/html", "pdf": "application/pdf",
        "xml": "application/xml",
    ]

    /// Returns the content type that curl derives from a file's name.
    static func type(ofFile path: String) -> String {
        let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
        return types[ending] ?? "application/octet-stream"
    }
}
