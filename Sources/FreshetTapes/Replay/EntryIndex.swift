/// The entries of a tape by what every rule compares, so that a request is compared with few of them.
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
    /// Those with a placeholder in their path, which stands for any text.
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

    /// The positions of the entries that a request may have, in their order.
    func positions(for request: ComparableRequest) -> [Int] {
        let positions = positions[Key(request)] ?? []
        return others.isEmpty ? positions : (positions + others).sorted()
    }
}
