import Foundation
import FreshetHTTP
import FreshetJSON
import HTTPTypes

/// Compares a request with an entry's request and collects the differences.
struct Comparison {
    /// The names of query items with credentials, which may be missing. The names are in lower
    /// case, with letters only.
    private static let credentials: Set<String> = [
        "apikey", "key", "accesstoken", "token", "auth", "appid", "signature", "sig",
    ]
    private static let lengthLimit = 80

    private let request: ComparableRequest
    private let recorded: ComparableRequest
    private let rules: TapeRules
    private let names: SecretNames
    private let isBrief: Bool
    private(set) var bindings: Bindings
    private(set) var isMatch = true
    /// Whether both requests have the same set of credentials.
    private(set) var isExact = true
    /// Readable descriptions of the differences; empty for a match. A brief comparison may leave it
    /// empty.
    private(set) var differences: [String] = []
    /// The weight of the differences, used to find the nearest entry.
    private(set) var weight = 0

    /// - Parameter isBrief: Whether only ``isMatch`` and ``bindings`` are needed, so that the
    ///   comparison stops at the first difference.
    init(
        _ request: ComparableRequest, _ recorded: ComparableRequest, _ rules: TapeRules, _ names: SecretNames,
        _ bindings: Bindings, isBrief: Bool
    ) {
        (self.request, self.recorded, self.rules, self.names) = (request, recorded, rules, names)
        self.bindings = bindings
        self.isBrief = isBrief
        compareHead()
        if isBrief, !isMatch { return }
        compareItems()
        if isBrief, !isMatch { return }
        compareFields()
        if isBrief, !isMatch { return }
        compareBodies()
    }

    private mutating func differ(_ weight: Int, _ text: String) {
        isMatch = false
        differences.append(text)
        self.weight += weight
    }

    private mutating func differ(_ weight: Int, _ subject: String, _ value: String?, _ recorded: String?, name: String)
    {
        if isBrief { return isMatch = false }
        func text(_ value: String?) -> String {
            guard let value else { return "missing" }
            let shown = names.contains(item: name) ? SecretNames.replacement : withoutSecrets(value)
            return "“\(shown.prefix(Self.lengthLimit))\(shown.count > Self.lengthLimit ? "…" : "")”"
        }
        differ(weight, "\(subject) is \(text(value)), in the tape \(text(recorded))")
    }

    /// Returns a text without the values whose names in that text are secret.
    private func withoutSecrets(_ text: String) -> String {
        var scanner = SecretScanner(text, names: names)
        scanner.scanText()
        var edits = Edits()
        for find in scanner.finds { edits.replace(find.range, with: SecretNames.replacement) }
        return edits.isEmpty ? text : String(decoding: edits.applied(to: Array(text.utf8)), as: UTF8.self)
    }

    // MARK: - Head

    private mutating func compareHead() {
        if request.method != recorded.method {
            differ(8, "the method is \(request.method), in the tape \(recorded.method)")
        }
        if request.origin != recorded.origin {
            differ(16, "the host", request.origin, recorded.origin, name: "")
        }
        if !bindings.match(request.path, recorded.path, of: "path") {
            differ(8, "the path", request.path, recorded.path, name: "")
        }
    }

    private mutating func compareItems() {
        if rules.keepsQueryOrder, request.items.map(\.name) != recorded.items.map(\.name) {
            let names = (request.items.map(\.name), recorded.items.map(\.name))
            differ(
                2, "the order of the query", names.0.joined(separator: ", "), names.1.joined(separator: ", "), name: "")
            return
        }
        compare(request.items, recorded.items, "the query item", isQuery: true)
    }

    private mutating func compare(_ items: [FormItem], _ recorded: [FormItem], _ kind: String, isQuery: Bool) {
        if items.isEmpty, recorded.isEmpty { return }
        var others = Dictionary(grouping: recorded, by: \.name)
        for (name, own) in Dictionary(grouping: items, by: \.name).sorted(by: { $0.key < $1.key }) {
            let other = others.removeValue(forKey: name) ?? []
            for index in 0..<max(own.count, other.count) {
                let value = index < own.count ? own[index].value ?? "" : nil
                let recorded = index < other.count ? other[index].value ?? "" : nil
                if let value, let recorded, bindings.match(value, recorded, of: name) { continue }
                if isQuery, recorded == nil, isCredential(name) {
                    isExact = false
                    continue
                }
                differ(2, "\(kind) “\(name)”", value, recorded, name: name)
            }
        }
        for (name, other) in others.sorted(by: { $0.key < $1.key }) {
            guard !isQuery || !isCredential(name) else {
                isExact = false
                continue
            }
            differ(2, "\(kind) “\(name)”", nil, other[0].value ?? "", name: name)
        }
    }

    private func isCredential(_ name: String) -> Bool {
        names.contains(item: name) && Self.credentials.contains(name.lowercased().filter(\.isLetter))
    }

    private mutating func compareFields() {
        for name in [.range] + rules.fields.sorted(by: { $0.canonicalName < $1.canonicalName }) {
            let (value, other) = (request.fields[name], recorded.fields[name])
            if let value, let other, bindings.match(value, other, of: name.canonicalName) { continue }
            if value == nil, other == nil { continue }
            differ(2, "the field \(name.rawName)", value, other, name: name.rawName)
        }
        // Credentials may be missing or of another kind. If both requests have them, equal secrets must correspond to
        // equal placeholders.
        let secretNames = Set((request.fields + recorded.fields).map(\.name)).filter(names.contains)
        for name in secretNames.subtracting(rules.fields).sorted(by: { $0.canonicalName < $1.canonicalName }) {
            guard let value = request.fields[name], let other = recorded.fields[name] else {
                isExact = false
                continue
            }
            let pairs = name == .cookie ? Self.cookies(value, other) : [(name.canonicalName, value, other)]
            for (label, value, other) in pairs {
                guard case .placeholder? = Placeholders.pieces(of: other)?.last else { continue }
                let (scheme, secret) = Self.credential(value)
                let (otherScheme, otherSecret) = Self.credential(other)
                guard scheme == otherScheme else {
                    isExact = false
                    continue
                }
                if !bindings.match(secret, otherSecret, of: label) {
                    differ(1, "the account: \(name.rawName) is another secret than in the tape")
                }
            }
        }
    }

    private static func credential(_ value: String) -> (scheme: String?, secret: String) {
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, SecretScanner.schemes.contains(parts[0].lowercased()) else { return (nil, value) }
        return (parts[0].lowercased(), String(parts[1]))
    }

    /// Returns the values of the cookies that both requests have.
    private static func cookies(_ value: String, _ other: String) -> [(String, String, String)] {
        func pairs(_ text: String) -> [String: String] {
            let pairs = text.split(separator: ";").map { pair -> (String, String) in
                let parts = pair.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
                return (parts.first ?? "", parts.count > 1 ? parts[1] : "")
            }
            return Dictionary(pairs) { first, _ in first }
        }
        let (own, recorded) = (pairs(value), pairs(other))
        return own.keys.sorted().compactMap { name in
            recorded[name].map { ("cookie \(name)", own[name] ?? "", $0) }
        }
    }

    // MARK: - Bodies

    private mutating func compareBodies() {
        switch (request.body, recorded.body) {
        case (.none, .none): break
        case (.json(let value), .json(let other)): compare(value, other, at: "", name: "")
        case (.form(let items), .form(let others)): compare(items, others, "the form item", isQuery: false)
        case (.parts(let parts), .parts(let others)): compare(parts, others)
        case (.text(let text), .text(let other)):
            if !bindings.match(text, other, of: "body") { differ(2, "the body", text, other, name: "") }
        case (.bytes(let data), .bytes(let other)):
            if data != other { differ(2, "the bytes of the body (\(data.count), in the tape \(other.count)) differ") }
        case (let body, let other): differ(3, "the body is \(body.name), in the tape \(other.name)")
        }
    }

    private mutating func compare(_ value: JSONTree, _ other: JSONTree, at path: String, name: String) {
        if isBrief, !isMatch { return }
        switch (value, other) {
        case (.text(let text), .text(let recorded)) where bindings.match(text, recorded, of: name): break
        case (.number(let number), .number(let recorded)) where bindings.match(number: number, recorded, of: name):
            break
        case (.array(let elements), .array(let others)) where elements.count == others.count:
            for (index, pair) in zip(elements, others).enumerated() {
                compare(pair.0, pair.1, at: "\(path)[\(index)]", name: name)
            }
        case (.object(let members), .object(let others)):
            for member in Set(members.keys).union(others.keys).sorted() {
                let inner = path.isEmpty ? member : "\(path).\(member)"
                if let value = members[member], let other = others[member] {
                    compare(value, other, at: inner, name: member)
                } else {
                    differ(2, "“\(inner)” of the body", members[member]?.brief, others[member]?.brief, name: member)
                }
            }
        default:
            guard value != other else { break }
            differ(2, path.isEmpty ? "the body" : "“\(path)” of the body", value.brief, other.brief, name: name)
        }
    }

    private mutating func compare(_ parts: [ComparableRequest.Part], _ others: [ComparableRequest.Part]) {
        guard parts.count == others.count else {
            return differ(3, "the body has \(parts.count) parts, in the tape \(others.count)")
        }
        for (index, pair) in zip(parts, others).enumerated() {
            let part = "part “\(pair.0.name ?? "\(index + 1)")” of the body"
            if pair.0.head.sorted() != pair.1.head.sorted() {
                differ(
                    2, "the head of \(part)", pair.0.head.joined(separator: ", "),
                    pair.1.head.joined(separator: ", "), name: "")
            } else if pair.0.data != pair.1.data {
                let (text, other) = (
                    String(decoding: pair.0.data, as: UTF8.self), String(decoding: pair.1.data, as: UTF8.self)
                )
                if !bindings.match(text, other, of: pair.0.name ?? "") {
                    differ(2, part, text, other, name: pair.0.name ?? "")
                }
            }
        }
    }
}

extension JSONTree {
    fileprivate var brief: String {
        switch self {
        case .text(let text): text
        case .number(let text): text
        case .null: "null"
        case .bool(let value): "\(value)"
        default: String(decoding: document, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }
}
