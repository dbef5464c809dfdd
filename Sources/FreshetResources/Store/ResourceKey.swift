import FreshetCore

/// The identity of a resource apart from its account: a request, and how its response is read.
///
/// A class, since every handle and the store hold one. It keeps its hash, which each lookup needs.
final class ResourceAddress: Sendable {
    let identity: RequestIdentity
    private let value: ObjectIdentifier
    let reading: ReadingName
    private let hash: Int

    init<Value>(_ identity: RequestIdentity, _ reading: ReadingName, _ value: Value.Type) {
        self.identity = identity
        self.reading = reading
        self.value = ObjectIdentifier(value)
        var hasher = Hasher()
        hasher.combine(identity)
        hasher.combine(self.value)
        hash = hasher.finalize()
    }
}

extension ResourceAddress: Hashable {
    static func == (first: ResourceAddress, second: ResourceAddress) -> Bool {
        first === second
            || first.hash == second.hash && first.value == second.value && first.reading == second.reading
                && first.identity == second.identity
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }
}

/// The key of a resource in its store: its address and its account.
struct ResourceKey: Hashable, Sendable {
    let address: ResourceAddress
    /// The calling account, identified by credentials and cookies. It contains secrets and is never
    /// written to disk.
    let account: [String]

    func hash(into hasher: inout Hasher) {
        // Without the account: nearly all keys of a store have the same one, and `==` compares it.
        hasher.combine(address)
    }
}
