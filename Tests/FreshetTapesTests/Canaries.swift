import Foundation
import FreshetTapes
import HTTPTypes

/// Makes exchanges with secrets in random places, records them, and looks for the secrets in the file.
struct Canaries<Random: RandomNumberGenerator> {
    private var random: Random
    var secrets: [String] = []

    init(_ random: Random) { self.random = random }

    // MARK: - Random parts

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int(random.next() % UInt64(elements.count))]
    }

    private mutating func chance(_ share: UInt64) -> Bool { random.next() % share == 0 }

    /// A new secret: with characters that codings change, if the place can hold any.
    private mutating func secret(plain: Bool = false) -> String {
        let letters = Array("abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789")
        let others = Array("-._~!$&'()*+,;=:@/?#[]%\"\\ {}<>|^`äé日🎬\t")
        let count = 12 + Int(random.next() % 30)
        var text = ""
        for _ in 0..<count { text.append(!plain && chance(5) ? pick(others) : pick(letters)) }
        // A scheme or a blank at an end is no part of a credential.
        text = "c" + text + "z"
        secrets.append(text)
        return text
    }

    /// A secret that fits into a field as it is.
    private mutating func token() -> String { secret(plain: true) }

    private static func percent(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain =
                0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || "-._~".utf8.contains(byte)
            return isPlain ? String(Unicode.Scalar(byte)) : "%" + String(format: "%02X", byte)
        }.joined()
    }

    private static func json(_ value: Any) -> String {
        let data = try? JSONSerialization.data(withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed])
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    private static var names: [String] {
        [
            "access_token", "refresh_token", "id_token", "code", "client_secret", "password", "assertion", "api_key",
            "token",
            "session_id", "X-Amz-Signature", "apiKey", "csrf_token",
        ]
    }

    /// An address with a secret in its query or fragment, or one within an item, encoded once more.
    private mutating func address(depth: Int = 0) -> String {
        let name = pick(Self.names)
        let start = chance(3) ? "https://ann:\(token())@app.example/" : pick(["https://app.example/cb", "/cb"])
        if depth < 3, chance(2) {
            let inner = address(depth: depth + 1)
            return "\(start)?a=1&\(pick(["next", "redirect_uri", "u"]))=\(Self.percent(inner))&b=2"
        }
        return "\(start)\(pick(["?", "?x=1&", "#"]))\(name)=\(Self.percent(secret()))"
    }

    private mutating func form() -> String {
        var items = ["grant_type=password", "next=\(Self.percent(address()))", "q=tea"]
        for _ in 0..<2 { items.append("\(pick(Self.names))=\(Self.percent(secret()))") }
        return items.sorted { $0.count < $1.count }.joined(separator: "&")
    }

    private mutating func document() -> String {
        var members: [String: Any] = ["n": 1, "title": "Cléo \"5\"", "ok": true, "list": [1, 2, ["a"]]]
        for _ in 0..<2 {
            let name = pick(Self.names)
            if members[name] == nil { members[name] = secret() }
        }
        members["link"] = address()
        if chance(2) { members["session"] = ["id": secret(), "inner": [secret(), secret()]] as [String: Any] }
        if chance(2) { members["raw"] = Self.json(["token": secret(), "x": 1] as [String: Any]) }
        if chance(3) { members["headers"] = ["Authorization": "Bearer \(token())", "Cookie": "a=\(token())"] }
        return Self.json(chance(3) ? [members] : members)
    }

    private mutating func body() -> (type: String, text: String) {
        switch random.next() % 5 {
        case 0: return ("application/x-www-form-urlencoded", form())
        case 1:
            let part = "--b\r\nContent-Disposition: form-data; name=\"\(pick(Self.names))\"\r\n\r\n\(secret())\r\n"
            let other =
                "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.json\"\r\n"
                + "Content-Type: application/json\r\n\r\n\(document())\r\n--b--\r\n"
            return ("multipart/form-data; boundary=b", part + other)
        case 2: return ("text/event-stream", "event: a\ndata: \(document())\n\ndata: \(Self.json(["a": 1]))\n\n")
        default: return (pick(["application/json", "application/problem+json; charset=utf-8"]), document())
        }
    }

    /// The text with secrets of before under names that are harmless, in whatever coding.
    private mutating func echo() -> String {
        guard !secrets.isEmpty else { return "" }
        let known = pick(secrets)
        let text: String =
            switch random.next() % 4 {
            case 0: known
            case 1: Self.percent(known)
            case 2: Data("user:\(known)".utf8).base64EncodedString()
            default: Self.percent(Self.percent(known))
            }
        return Self.json(["echo": text])
    }

    // MARK: - A tape

    /// A tape of exchanges, as a recorder makes it of what a transport gets.
    mutating func tape() -> Data {
        var entries: [Tape.Entry] = []
        for _ in 0..<1 + random.next() % 4 {
            var fields: HTTPFields = [.accept: "application/json"]
            switch random.next() % 4 {
            case 0: fields[.authorization] = "Bearer \(token())"
            case 1:
                let password = secret()
                fields[.authorization] = "Basic " + Data("ann:\(password)".utf8).base64EncodedString()
            case 2: fields[.init("X-Api-Key")!] = token()
            default: fields[.proxyAuthorization] = "Digest username=\"a\", response=\"\(token())\""
            }
            if chance(2) { fields[.cookie] = "sid=\(token()); theme=\(token())" }
            if chance(2) { fields[.referer] = address() }
            let url = "https://films.example/v1/\(chance(2) ? "films" : "people")?\(form())"
            var request = Tape.Request(method: .get, url: url, fields: fields)
            if chance(2) {
                let (type, text) = body()
                request.method = .post
                request.fields[.contentType] = type
                request.body = Tape.Body(Data(text.utf8))
            }
            let known = chance(6) ? secrets.randomElement(using: &random) : nil
            let (type, text) = known != nil || chance(3) ? ("application/json", echo()) : body()
            var answer: HTTPFields = [.contentType: type]
            for _ in 0..<random.next() % 3 {
                answer.append(HTTPField(name: .setCookie, value: "s=\(token()); Path=/; HttpOnly"))
            }
            if chance(2) { answer[.location] = address() }
            if chance(3) { answer[.init("Link")!] = "<\(address())>; rel=\"next\", <\(address())>; rel=prev" }
            if chance(4) { answer[.init("Refresh")!] = "3; url=\(address())" }
            var data = Data(text.utf8)
            if let known {
                data = Data([0, 0xFF]) + Data(known.utf8) + Data([0xFE])
                answer[.contentType] = "application/octet-stream"
            }
            entries.append(
                Tape.Entry(
                    request: request,
                    response: Tape.Response(
                        head: HTTPResponse(status: .ok, headerFields: answer), body: Tape.Body(data)),
                    start: Date(timeIntervalSince1970: 1_600_000_000)))
        }
        return Tape(entries).redacted().har
    }

    // MARK: - The look

    /// The secrets that are in a file, with the form in which they are.
    func found(in file: Data) -> [String] {
        let bytes = Array(file)
        // A form is only looked for where eight of its bytes are.
        let windows = Set(bytes.indices.dropLast(7).map { Self.window(bytes[$0...]) })
        return secrets.flatMap { secret in
            Self.forms(of: secret).filter { form in
                let form = Array(form.utf8)
                guard form.count >= 8, windows.contains(Self.window(form[...])) else { return false }
                return bytes.indices.contains { bytes[$0...].starts(with: form) }
            }.map { "\(secret) as \($0)" }
        }
    }

    private static func window(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Written apart from the library's own.
    private static func forms(of secret: String) -> Set<String> {
        var plain: Set<String> = [secret]
        let quoted = String(json(secret).dropFirst().dropLast())
        plain.formUnion([quoted, quoted.replacingOccurrences(of: #"\/"#, with: "/")])
        var ascii = ""
        for unit in quoted.replacingOccurrences(of: #"\/"#, with: "/").utf16 {
            ascii += unit < 0x7F ? String(Unicode.Scalar(UInt8(unit))) : String(format: "\\u%04x", unit)
        }
        plain.formUnion([ascii, ascii.replacingOccurrences(of: "/", with: #"\/"#)])
        let once = percent(secret)
        let lower = once.replacing(/%[0-9A-F]{2}/) { $0.output.lowercased() }
        plain.formUnion([
            once, lower, once.replacingOccurrences(of: "%20", with: "+"),
            lower.replacingOccurrences(of: "%20", with: "+"), percent(once), percent(percent(once)),
        ])
        let bytes = Array(secret.utf8)
        for shift in 0..<3 {
            let usable = (bytes.count - (3 - shift) % 3) / 3 * 3
            let part = Array(bytes.dropFirst((3 - shift) % 3).prefix(usable))
            let text = Data(part).base64EncodedString()
            plain.formUnion([
                text, text.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_"),
            ])
        }
        return plain
    }
}
