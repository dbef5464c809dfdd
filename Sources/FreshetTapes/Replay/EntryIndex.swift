/// Indexes a tape's entries by what all rules compare, so that a request is compared with only a
/// few of them.
struct EntryIndex: Sendable {
    private struct Key: Hashable {
        let method: String
        let origin: String
        let path: String

        init(_ request: ComparableRequest) {
            (method, origin, path) = (request.method, request.origin, request.path)
        }
    }

    private var positions: [Key: [Int]] = [:]
    /// The entries whose path contains a placeholder, which matches any text.
    private var others: [Int] = []

    init(_ requests: [ComparableRequest]) {
        for (position, request) in requests.enumerated() {
            if Placeholders.pieces(of: request.path) != nil {
                others.append(position)
            } else {
                positions[Key(request), default: []].append(position)
            }
        }
    }

    /// Returns the positions of the entries that may match a request, in order.
    func positions(for request: ComparableRequest) -> [Int] {
        let positions = positions[Key(request)] ?? []
        return others.isEmpty ? positions : (positions + others).sorted()
    }
}
