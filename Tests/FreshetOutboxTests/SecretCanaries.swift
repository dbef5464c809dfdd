#if SQLite
import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes

/// A service with a credential.
struct Vault: Service {
    let baseURL = "https://vault.example/v1"
    var privateCredentials: Credentials?
}

/// A value of any shape.
indirect enum Tree: Codable, Sendable, Equatable {
    case text(String)
    case list([Tree])
    case members([String: Tree])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([Tree].self) {
            self = .list(list)
        } else {
            self = .members(try container.decode([String: Tree].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .list(let list): try container.encode(list)
        case .members(let members): try container.encode(members)
        }
    }
}

/// Makes inputs, requests and responses with secrets in random places, and looks for the secrets in files.
struct SecretCanaries {
    /// The input of a write, with the number of its request.
    struct Action: Codable, Sendable, Equatable {
        var number: Int
        var tree: Tree
    }

    var random: SeededRandom
    /// The secrets in names that are secret, fields, cookies and credentials.
    private(set) var secrets: [String] = []

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    // MARK: - Random parts

    private mutating func chance(_ share: Int) -> Bool { Int.random(in: 0..<share, using: &random) == 0 }

    private mutating func pick<Element>(_ elements: [Element]) -> Element { elements.randomElement(using: &random)! }

    /// A new secret, with characters that codings change if its place can hold any.
    mutating func secret(plain: Bool = false) -> String {
        let letters = Array("abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789")
        let others = Array("-._~!$&'()*+,;=:@/?#[]%\"\\ {}<>|^`äé日🎬")
        var text = ""
        for _ in 0..<Int.random(in: 12...30, using: &random) {
            text.append(!plain && chance(6) ? pick(others) : pick(letters))
        }
        secrets.append("c\(text)z")
        return "c\(text)z"
    }

    private mutating func secretName() -> String {
        let names = [
            "access_token", "refreshToken", "password", "client_secret", "api_key", "session_id", "X-Amz-Signature",
            "csrf", "code", "Token",
        ]
        return pick(names)
    }

    private mutating func word() -> String { pick(["title", "text", "stars", "author", "keyword", "note", "id"]) }

    private static func percent(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    /// A tree, perhaps with a secret member somewhere.
    mutating func tree(depth: Int = 0, secretly: Bool) -> Tree {
        var members: [String: Tree] = [:]
        for _ in 0..<Int.random(in: 1...3, using: &random) { members[word()] = .text("tea \(random.next() % 100)") }
        if secretly {
            if depth < 3, chance(2) {
                let inner = tree(depth: depth + 1, secretly: true)
                members["inner"] = chance(2) ? .list([.text("a"), inner]) : inner
            } else {
                let name = secretName()
                members[name] = chance(3) ? .members(["value": .text(secret())]) : .text(secret())
            }
        }
        return .members(members)
    }

    private func json(_ tree: Tree) -> String {
        String(decoding: (try? JSONEncoder().encode(tree)) ?? Data(), as: UTF8.self)
    }

    /// An item with a secret; in a query, it may also be an address with one as its value.
    private mutating func item(isQuery: Bool) -> String {
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where isQuery:
            let address = "https://app.example/cb?a=1&\(secretName())=\(Self.percent(secret()))"
            return "next=\(chance(2) ? Self.percent(address) : Self.percent(Self.percent(address)))"
        case 1: return "a=1;\(secretName())=\(Self.percent(secret()))"
        case 2: return "p%61ssword=\(Self.percent(secret()))"
        default: return "\(secretName())=\(Self.percent(secret()))"
        }
    }

    private mutating func items(secretly: Bool, isQuery: Bool = true) -> String {
        var items = ["q=tea", "\(word())=5"]
        if secretly { items.insert(item(isQuery: isQuery), at: Int.random(in: 0...items.count, using: &random)) }
        return items.joined(separator: "&")
    }

    private mutating func body(secretly: Bool) -> RequestBody {
        let tree = tree(secretly: secretly)
        switch Int.random(in: 0..<7, using: &random) {
        case 0:
            let form = items(secretly: secretly, isQuery: false)
            return .bytes(Data(form.utf8), contentType: "application/x-www-form-urlencoded")
        case 1:
            let name = secretly ? secretName() : word()
            let value = secretly ? secret() : "tea"
            let quoted = chance(2) ? "\"\(name)\"" : name
            let text = "--b\r\ncontent-disposition: form-data; name=\(quoted)\r\n\r\n\(value)\r\n--b--\r\n"
            return .bytes(Data(text.utf8), contentType: "multipart/form-data; boundary=b")
        case 2:
            let lines = json(.members(["a": .text("b")])) + "\n" + json(tree) + "\n"
            return .bytes(Data(lines.utf8), contentType: pick(["application/x-ndjson", "application/jsonl"]))
        case 3:
            // A name with an escape is the same name.
            let text = secretly ? #"{"a":1,"p\u0061ssword":"\#(secret(plain: true))"}"# : #"{"a":1}"#
            return .bytes(Data(text.utf8), contentType: "application/merge-patch+json")
        default: return .json(tree)
        }
    }

    // MARK: - What is sent

    /// A credential of any kind.
    mutating func credentials() -> Credentials {
        let secret = secret(plain: true)
        return switch Int.random(in: 0..<4, using: &random) {
        case 0: .bearer(secret)
        case 1: .basic(user: "ann", password: secret)
        case 2: .header(HTTPField.Name("X-Vault")!, secret)
        default: .query("vault", secret)
        }
    }

    /// A request. Its body has a secret only if it should be refused.
    mutating func request(_ number: Int, secretBody: Bool) -> Request<Vault, Data> {
        let query = chance(2) ? "?\(items(secretly: chance(2)))" : ""
        let text = "rate/\(number)\(query)"
        let fragment = chance(3) ? "#access_token=\(secret(plain: true))" : ""
        let path = chance(4) ? RequestPath.absolute("https://vault.example/v1/\(text)\(fragment)") : RequestPath(text)
        var request = Request<Vault, Data>(path, method: .post, body: body(secretly: secretBody)).access(.private)
        if chance(2) { request = request.header(HTTPField.Name("X-Token")!, secret(plain: true)) }
        if chance(2) { request = request.header(.cookie, "sid=\(secret(plain: true))") }
        if chance(3) { request = request.header(.authorization, "Bearer \(secret(plain: true))") }
        if chance(2) { request.query = ["stars": 5, "session_id": .init(secret())] }
        return request
    }

    /// A response with secrets in its fields, and perhaps in its body.
    mutating func response() -> StubTransport.Response {
        var fields: HTTPFields = [.setCookie: "id=\(secret(plain: true))", .eTag: "\"1\""]
        if chance(2) { fields[.location] = "/v1/rate?\(items(secretly: true))" }
        if chance(3) { fields[HTTPField.Name("X-Refresh-Token")!] = secret(plain: true) }
        let secretly = chance(2)
        var text = json(tree(secretly: secretly))
        fields[.contentType] = "application/json"
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
            text = items(secretly: secretly)
            fields[.contentType] = "application/x-www-form-urlencoded"
        case 1: text = json(.members(["link": .text("https://files.example/a?\(items(secretly: secretly))")]))
        case 2:
            text = "<a href=\"/files?\(items(secretly: secretly))\">a</a>"
            fields[.contentType] = "text/html"
        default: break
        }
        return StubTransport.Response(
            status: chance(4) ? 503 : chance(4) ? 404 : 200, headers: fields, chunks: [Data(text.utf8)])
    }

    // MARK: - The look

    /// The secrets that are in the files of a folder, with the form in which they are.
    func found(in folder: URL) throws -> [String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        let files = names.compactMap { FileManager.default.contents(atPath: folder.appending(path: $0).path) }
        return secrets.flatMap { secret in
            Self.forms(of: secret).filter { form in files.contains { $0.range(of: Data(form.utf8)) != nil } }
                .map { "\(secret) as \($0)" }
        }
    }

    static func forms(of secret: String) -> Set<String> {
        var forms: Set<String> = [secret]
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        for encoder in [encoder, JSONEncoder()] {
            let quoted = (try? encoder.encode(secret)) ?? Data()
            forms.insert(String(String(decoding: quoted, as: UTF8.self).dropFirst().dropLast()))
        }
        let once = percent(secret)
        forms.formUnion([once, once.lowercased() == once ? once : once.replacingOccurrences(of: "%20", with: "+")])
        forms.insert(percent(once))
        var allowed = CharacterSet.alphanumerics
        allowed.insert(charactersIn: "-._~")
        forms.insert(secret.addingPercentEncoding(withAllowedCharacters: allowed) ?? secret)
        for shift in 0..<3 {
            let bytes = Array(secret.utf8).dropFirst((3 - shift) % 3)
            forms.insert(Data(bytes.prefix(bytes.count / 3 * 3)).base64EncodedString())
        }
        return forms
    }
}
#endif
