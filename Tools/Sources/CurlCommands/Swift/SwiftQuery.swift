/// A query, split into the part that stands in the path and the items of a `Query`.
///
/// A `Query` encodes everything except unreserved characters. Items that curl sends in another form,
/// such as `q=a+b`, stand in the path as they are, together with those before them.
struct SwiftQuery {
    private(set) var inPath: SwiftText?
    /// The names and values, as expressions.
    private(set) var items: [(name: String, value: String)] = []
    /// The secret item at the end of the query, which can be the service's credentials.
    private(set) var credentials: (name: String, parameter: String)?

    /// - Parameter asCredentials: Makes the parameter for the last item if it is secret; `nil` if the
    ///   service has other credentials.
    init(_ text: String, _ parameters: SwiftParameters, asCredentials: ((String) -> String)?) {
        let pieces = text.split(separator: "&", omittingEmptySubsequences: false).map(String.init)
        let count = (pieces.lastIndex { Self.item($0) == nil && !Self.isSecret($0) } ?? -1) + 1
        if count > 0 {
            inPath = SecretFinder(parameter: parameters.make).form(pieces[..<count].joined(separator: "&"))
        }
        for (index, piece) in pieces[count...].enumerated() {
            let sign = piece.firstIndex(of: "=") ?? piece.endIndex
            let encoded = (name: String(piece[..<sign]), value: String(piece[sign...].dropFirst()))
            let name = encoded.name.removingEscapes ?? encoded.name
            guard Self.isSecret(piece) else {
                let value = encoded.value.removingEscapes ?? encoded.value
                items.append((SwiftText(name).literal, Self.expression(of: value)))
                continue
            }
            if let asCredentials, count + index == pieces.count - 1 {
                credentials = (name, asCredentials(name))
            } else {
                items.append((SwiftText(name).literal, parameters.make(for: name)))
            }
        }
    }

    /// Returns the items as elements of a dictionary literal; `nil` unless a `Query` encodes all of
    /// them as they are.
    static func form(_ text: String, _ parameters: SwiftParameters) -> [(name: String, value: String)]? {
        let pieces = text.split(separator: "&", omittingEmptySubsequences: false).map(String.init)
        guard !text.isEmpty, pieces.allSatisfy({ item($0) != nil }) else { return nil }
        return pieces.compactMap { piece in
            guard let (name, value) = item(piece) else { return nil }
            let isSecret = SecretFinder.isSecret(item: name) && !value.isEmpty
            return (SwiftText(name).literal, isSecret ? parameters.make(for: name) : expression(of: value))
        }
    }

    /// Returns a decoded item; `nil` if a `Query` would encode it in another form.
    private static func item(_ piece: String) -> (name: String, value: String)? {
        guard let sign = piece.firstIndex(of: "=") else { return nil }
        let (name, value) = (piece[..<sign], piece[piece.index(after: sign)...])
        guard let plain = name.removingEscapes, let plainValue = value.removingEscapes,
            Escapes.encoded(plain.utf8) == name, Escapes.encoded(plainValue.utf8) == value
        else { return nil }
        return (plain, plainValue)
    }

    private static func isSecret(_ piece: String) -> Bool {
        guard let sign = piece.firstIndex(of: "="), piece.index(after: sign) < piece.endIndex else { return false }
        return SecretFinder.isSecret(item: String(piece[..<sign]))
    }

    private static func expression(of value: String) -> String {
        if let number = Int(value), String(number) == value { return value }
        return SwiftText(value).literal
    }
}
