import Foundation

/// The request of a curl command while its options are read.
struct CurlDraft {
    private var method: String?
    private var addresses: [ShellWord] = []
    private var fields: [CurlCommand.Field] = []
    /// The names of fields that curl doesn't send, in lowercase.
    private var removed: Set<String> = []
    private var data: Data?
    private var isJSON = false
    private var file: String?
    private var parts: [CurlBody.Part] = []
    private var upload: String?
    private var cookies: [String] = []
    private var user: CurlUser?
    private var bearer: String?
    private var userAgent: String?
    private var referrer: String?
    private var range: String?
    private var (isHead, isGet, keepsPatterns) = (false, false, false)
    private var settings = CurlSettings()
    private var notes: [String] = []

    /// Reads a file whose content becomes a part of the request.
    typealias FileReader = (String) throws -> Data

    /// Applies an option.
    ///
    /// - Throws: ``CurlError`` if its value can't be read.
    mutating func apply(_ argument: CurlArguments.Argument, _ readFile: FileReader) throws(CurlError) {
        let (value, text) = (argument.value, argument.value.text)
        switch argument.option.effect {
        case .method: method = text
        case .header: try addField(value)
        case .address: addresses.append(value)
        case .user: user = CurlUser(text)
        case .bearer: bearer = text
        case .cookie: try addCookie(value)
        case .userAgent: userAgent = text
        case .referrer: try setReferrer(value)
        case .range: range = text
        case .data(let kind): try addData(value, kind, argument.spelling, readFile)
        case .form(let isText): try addPart(value, isText: isText, readFile)
        case .upload: upload = try path(value, argument.spelling)
        case .isHead: isHead = true
        case .isGet: isGet = true
        case .keepsPatterns: keepsPatterns = true
        case .timeout: settings.timeout = try number(argument)
        case .connectTimeout: settings.connectTimeout = try number(argument)
        case .proxy: try setProxy(value)
        case .proxyUser: settings.proxyUser = CurlUser(text)
        case .attempts: settings.retries = Int(try number(argument))
        case .bodyLimit: settings.bodyLimit = Int(try number(argument))
        case .redirects: try setRedirects(argument)
        case .none, .unsupported: break
        }
    }

    private func number(_ argument: CurlArguments.Argument) throws(CurlError) -> Double {
        guard let number = Double(argument.value.text), number >= 0, number < 1e12 else {
            throw CurlError(
                .unreadable, at: argument.value.place,
                "This isn't a number. Expected one after \(argument.spelling).")
        }
        return number
    }

    private func path(_ word: ShellWord, _ spelling: String) throws(CurlError) -> String {
        guard word.text != "-" else {
            throw CurlError(
                .unsupported, at: word.place,
                "\(spelling) reads the standard input, which isn't supported. Name a file instead.")
        }
        return word.text
    }

    private func content(of path: String, _ word: ShellWord, _ readFile: FileReader) throws(CurlError) -> Data {
        do { return try readFile(try self.path(ShellWord(bytes: Array(path.utf8), place: word.place), "@")) } catch {
            if let error = error as? CurlError { throw error }
            throw CurlError(.missingFile, at: word.place, "The file \(path) can't be read. Check its path.")
        }
    }

    // MARK: - Fields

    private mutating func addField(_ word: ShellWord) throws(CurlError) {
        let text = word.text
        guard text.first != "@" else {
            throw CurlError(
                .unsupported, at: word.place, "A file of header fields isn't supported. Write each with -H.")
        }
        if let colon = text.firstIndex(of: ":") {
            let name = text[..<colon].trimmed
            let value = text[text.index(after: colon)...].trimmed
            // curl doesn't send a field without a value; a semicolon in place of the colon makes it send one.
            if value.isEmpty {
                removed.insert(name.lowercased())
            } else {
                fields.append(.init(name: name, value: value))
            }
        } else if text.last == ";" {
            fields.append(.init(name: text.dropLast().trimmed, value: ""))
        } else {
            throw CurlError(
                .unreadable, at: word.place, "This isn't a header field. Expected “Name: value” after -H.")
        }
    }

    private mutating func addCookie(_ word: ShellWord) throws(CurlError) {
        guard word.text.contains("=") || word.text.isEmpty else {
            throw CurlError(
                .unsupported, at: word.place,
                "A file of cookies isn't supported. Write the cookies as name=value, or use a CookieJar.")
        }
        if !word.text.isEmpty { cookies.append(word.text) }
    }

    private mutating func setReferrer(_ word: ShellWord) throws(CurlError) {
        guard !word.text.hasSuffix(";auto") else {
            throw CurlError(.unsupported, at: word.place, "“;auto” isn't supported. Remove it.")
        }
        referrer = word.text
    }

    // MARK: - Bodies

    private mutating func addData(
        _ word: ShellWord, _ kind: CurlOption.Data, _ spelling: String, _ readFile: FileReader
    ) throws(CurlError) {
        if kind == .encoded { return append(try encoded(word, readFile), separator: "&") }
        if kind == .json { isJSON = true }
        let separator = kind == .json ? "" : "&"
        guard kind != .raw, word.bytes.first == UInt8(ascii: "@") else {
            return append(Data(word.bytes), separator: separator)
        }
        let path = String(word.text.dropFirst())
        // A file that is the whole body is read when the request is sent.
        if kind == .binary, data == nil, file == nil, !isGet {
            file = try self.path(ShellWord(bytes: Array(path.utf8), place: word.place), spelling)
            return
        }
        let content = try content(of: path, word, readFile)
        append(kind == .text ? content.filter { $0 != 0x0A && $0 != 0x0D && $0 != 0 } : content, separator: separator)
    }

    private mutating func append(_ bytes: Data, separator: String) {
        data = data.map { $0 + Data(separator.utf8) + bytes } ?? bytes
    }

    /// Reads a value of `--data-urlencode`: `content`, `=content`, `name=content`, `@file` or
    /// `name@file`.
    private func encoded(_ word: ShellWord, _ readFile: FileReader) throws(CurlError) -> Data {
        let sign = word.bytes.firstIndex { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "@") }
        guard let sign else { return Data(Self.formEncoded(word.bytes).utf8) }
        let name = String(decoding: word.bytes[..<sign], as: UTF8.self)
        let rest = word.bytes[(sign + 1)...]
        let isFile = word.bytes[sign] == UInt8(ascii: "@")
        let content =
            isFile ? Array(try content(of: String(decoding: rest, as: UTF8.self), word, readFile)) : Array(rest)
        return Data(((name.isEmpty ? "" : "\(name)=") + Self.formEncoded(content)).utf8)
    }

    /// Returns bytes as curl encodes them: like a query, but with `+` for spaces.
    private static func formEncoded(_ bytes: [UInt8]) -> String {
        Escapes.encoded(bytes).replacing("%20", with: "+")
    }

    private mutating func addPart(_ word: ShellWord, isText: Bool, _ readFile: FileReader) throws(CurlError) {
        guard let part = CurlFormPart(word.text, isText: isText) else {
            throw CurlError(
                .unreadable, at: word.place, "This isn't a form field. Expected “name=content” after -F.")
        }
        if part.hasUnknownOption {
            throw CurlError(
                .unsupported, at: word.place,
                "The form field has options that aren't supported. Use type= and filename= only.")
        }
        switch part.content {
        case .text(let text):
            parts.append(.init(name: part.name, content: .text(text), fileName: part.fileName, contentType: part.type))
        case .textOfFile(let path):
            let text = String(decoding: try content(of: path, word, readFile), as: UTF8.self)
            parts.append(.init(name: part.name, content: .text(text), fileName: part.fileName, contentType: part.type))
        case .file(let path):
            let path = try self.path(ShellWord(bytes: Array(path.utf8), place: word.place), "-F")
            parts.append(
                .init(
                    name: part.name, content: .file(path),
                    fileName: part.fileName ?? URL(filePath: path).lastPathComponent,
                    contentType: part.type ?? CurlFormPart.type(ofFile: path)))
        }
    }

    // MARK: - Settings

    private mutating func setProxy(_ word: ShellWord) throws(CurlError) {
        let text = word.text
        let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let scheme = parts.count == 2 ? parts[0].lowercased() : "http"
        guard ["http", "socks5", "socks5h"].contains(scheme) else {
            throw CurlError(
                .unsupported, at: word.place, "The proxy's scheme \(scheme) isn't supported. Use http or socks5.")
        }
        var host = parts[parts.count - 1].prefix { $0 != "/" }
        if let sign = host.lastIndex(of: "@") {
            let user = CurlUser(String(host[..<sign]))
            settings.proxyUser = CurlUser(
                name: user.name.removingEscapes ?? user.name,
                password: user.password.map { $0.removingEscapes ?? $0 })
            host = host[host.index(after: sign)...]
        }
        // curl's port for proxies differs from that of their scheme.
        settings.proxy = "\(scheme)://\(host)" + (host.contains(":") ? "" : ":1080")
    }

    private mutating func setRedirects(_ argument: CurlArguments.Argument) throws(CurlError) {
        guard argument.value.text == "0" else {
            throw CurlError(
                .unsupported, at: argument.value.place,
                "A number of redirects isn't supported for one request. Set Limits.redirects by hand.")
        }
        settings.followsRedirects = false
    }
}

// MARK: - The command

extension CurlDraft {
    /// Returns the command.
    ///
    /// - Throws: ``CurlError`` if the parts don't make one request.
    func command(addresses further: [ShellWord]) throws(CurlError) -> CurlCommand {
        let addresses = addresses + further
        guard let word = addresses.first else {
            throw CurlError(
                .unreadable, at: nil, "The command has no address. Expected one, such as https://api.example.")
        }
        guard addresses.count == 1 else {
            throw CurlError(
                .unreadable, at: addresses[1].place,
                "A second address begins here. Expected an option; check the quotes before it.")
        }
        var address = try CurlAddress(word, keepsPatterns: keepsPatterns)
        var body = try body(word.place)
        if isGet, body != nil, data == nil {
            throw CurlError(
                .unsupported, at: word.place, "A file can't be sent in the query. Remove --get or the file.")
        }
        if isGet, case .bytes(let data)? = body {
            let text = String(decoding: data, as: UTF8.self)
            address.query = address.query.map { $0.isEmpty ? text : "\($0)&\(text)" } ?? text
            body = nil
        }
        let (fields, contentType) = fields(body)
        var notes = notes(fields)
        if !Escapes.areKept(in: address.path + (address.query.map { "?\($0)" } ?? "")) {
            notes.append(
                "The address contains characters that a URL must not contain. Freshet percent-encodes them; curl doesn't."
            )
        }
        return CurlCommand(
            method: method(body), address: address, fields: fields, contentType: contentType, body: body,
            user: has("authorization") || bearer != nil ? nil : user ?? address.user, settings: settings, notes: notes)
    }

    private func has(_ name: String) -> Bool {
        fields.contains { $0.name.lowercased() == name } || removed.contains(name)
    }

    private func method(_ body: CurlBody?) -> String {
        method ?? (isHead ? "HEAD" : upload != nil ? "PUT" : body != nil ? "POST" : "GET")
    }

    private func body(_ place: TextPlace) throws(CurlError) -> CurlBody? {
        let kinds = [data != nil || file != nil, !parts.isEmpty, upload != nil].count { $0 }
        guard kinds <= 1, !(data != nil && file != nil), !isHead || isGet || kinds == 0 else {
            throw CurlError(.unreadable, at: place, "The command has several bodies. Expected one kind of data.")
        }
        if let file { return .file(file) }
        if let upload { return .file(upload) }
        if !parts.isEmpty { return .form(parts) }
        return data.map { .bytes($0) }
    }

    /// Returns the fields that are sent, and the content type of the body.
    private func fields(_ body: CurlBody?) -> ([CurlCommand.Field], contentType: String?) {
        var sent = fields
        func add(_ name: String, _ value: String?) {
            guard let value, !value.isEmpty, !has(name.lowercased()) else { return }
            sent.append(.init(name: name, value: value))
        }
        add("Authorization", bearer.map { "Bearer \($0)" })
        add("User-Agent", userAgent)
        add("Referer", referrer)
        add("Cookie", cookies.isEmpty ? nil : cookies.joined(separator: ";"))
        add("Range", range.map { "bytes=\($0)" })
        if isJSON { add("Accept", "application/json") }
        var contentType: String?
        if body != nil {
            let named = sent.last { $0.name.lowercased() == "content-type" }?.value
            sent.removeAll { $0.name.lowercased() == "content-type" }
            let usual = isJSON ? "application/json" : "application/x-www-form-urlencoded"
            // A multipart form has its own, which contains the boundary.
            contentType = parts.isEmpty ? named ?? (upload == nil && !has("content-type") ? usual : nil) : nil
        }
        // Freshet computes it from the body.
        sent.removeAll { $0.name.lowercased() == "content-length" }
        return (sent, contentType)
    }

    private func notes(_ fields: [CurlCommand.Field]) -> [String] {
        var notes: [String] = []
        for name in ["accept", "user-agent"]
        where removed.contains(name) && !fields.contains(where: { $0.name.lowercased() == name }) {
            notes.append("Freshet always sends \(name == "accept" ? "Accept" : "User-Agent"); curl wouldn't here.")
        }
        let codings = fields.first { $0.name.lowercased() == "accept-encoding" }?.value ?? ""
        if codings.contains("br") || codings.contains("zstd") {
            notes.append(
                "Accept-Encoding names codings that Freshet decodes only with the traits Brotli and Zstd. "
                    + "Remove the field: Freshet sends one that suits it.")
        }
        return notes
    }
}

extension StringProtocol {
    /// The text without spaces and tabs at both ends.
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
