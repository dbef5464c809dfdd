/// The address of a curl command, split into the parts that a service and a request need.
struct CurlAddress: Sendable, Hashable {
    /// `https` or `http`, which curl assumes without a scheme.
    var scheme: String
    /// The host, with the port if the address has one.
    let authority: String
    /// The user name and the password of the address, decoded.
    let user: CurlUser?
    /// The encoded path, which begins with a slash.
    let path: String
    /// The encoded query, without `?`; `nil` if there is none.
    var query: String?

    /// Splits an address.
    ///
    /// - Parameter keepsPatterns: Whether brackets and braces stand for themselves (`--globoff`).
    ///   Otherwise they make patterns, which stand for several addresses, unless a backslash precedes
    ///   them.
    /// - Throws: ``CurlError`` if curl would refuse it, or Freshet has nothing for its scheme.
    init(_ word: ShellWord, keepsPatterns: Bool) throws(CurlError) {
        let text = try Self.text(of: word, keepsPatterns: keepsPatterns)
        guard !text.contains(where: \.isWhitespace), !text.isEmpty else {
            throw CurlError(
                .unreadable, at: word.place,
                text.isEmpty ? "Expected an address." : "The address contains a space. Expected %20 in its place.")
        }
        let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        scheme = parts.count == 2 ? parts[0].lowercased() : "http"
        guard scheme == "https" || scheme == "http" else {
            throw CurlError(
                .unsupported, at: word.place, "The scheme \(scheme) isn't supported. Use an https or http address.")
        }
        let rest = parts[parts.count - 1].prefix { $0 != "#" }
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        let host = rest[..<end]
        let sign = host.lastIndex(of: "@")
        user = sign.map { sign in
            let pair = host[..<sign].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let texts = pair.map { $0.removingEscapes ?? String($0) }
            return CurlUser(name: texts[0], password: texts.count == 2 ? texts[1] : nil)
        }
        authority = String(sign.map { host[host.index(after: $0)...] } ?? host)
        guard !authority.isEmpty else {
            throw CurlError(.unreadable, at: word.place, "The address has no host. Expected one after \(scheme)://.")
        }
        let target = rest[end...]
        let mark = target.firstIndex(of: "?")
        let path = String(target[..<(mark ?? target.endIndex)])
        self.path = path.isEmpty ? "/" : path
        query = mark.map { String(target[target.index(after: $0)...]) }
    }

    private static func text(of word: ShellWord, keepsPatterns: Bool) throws(CurlError) -> String {
        let text = word.text
        if keepsPatterns { return text }
        var result = ""
        var escapes = false
        // The brackets of an IPv6 address aren't a pattern.
        let host = text.firstRange(of: "://").map { text[$0.upperBound...] } ?? text[...]
        let literal = host.first == "[" ? host.prefix { $0 != "]" }.count + 1 : 0
        let start = text.distance(from: text.startIndex, to: host.startIndex)
        for (index, character) in text.enumerated() {
            let isPattern = "[]{}".contains(character) && !(start..<start + literal).contains(index)
            if isPattern, !escapes {
                throw CurlError(
                    .unsupported, at: word.place,
                    "\(character) makes a pattern of several addresses. Add --globoff if it stands for itself.")
            }
            if escapes, !isPattern { result.append("\\") }
            escapes = character == "\\" && !escapes
            if !escapes { result.append(character) }
        }
        return escapes ? result + "\\" : result
    }

    /// The scheme and the authority.
    var origin: String { "\(scheme)://\(authority)" }

    /// The host, without the port.
    var host: String {
        guard authority.last != "]", let colon = authority.lastIndex(of: ":") else { return authority }
        return String(authority[..<colon])
    }
}
