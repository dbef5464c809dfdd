/// A table with one entry per host, limited to a number of hosts.
///
/// When the limit is reached, the least recently used host that isn't busy is removed.
struct HostTable<Entry> {
    private struct Slot {
        var entry: Entry
        var lastUse: UInt64
    }

    private let limit: Int
    private let isBusy: (Entry) -> Bool
    private var slots: [WebAddress.Origin: Slot] = [:]
    private var uses: UInt64 = 0

    init(limit: Int = 256, isBusy: @escaping (Entry) -> Bool = { _ in false }) {
        self.limit = limit
        self.isBusy = isBusy
    }

    var count: Int { slots.count }

    /// The entries with the names of their hosts, sorted by name.
    var byHost: [(host: String, entry: Entry)] {
        slots.map { ($0.key.authority, $0.value.entry) }.sorted { $0.host < $1.host }
    }

    /// Changes the entry of a host, making it first if it is missing.
    mutating func update<Result>(
        _ host: WebAddress.Origin, or new: @autoclosure () -> Entry, _ body: (inout Entry) -> Result
    ) -> Result {
        // A count orders the uses even while the clock stands still, as it does in tests.
        uses += 1
        if let index = slots.index(forKey: host) {
            slots.values[index].lastUse = uses
            return body(&slots.values[index].entry)
        }
        makeRoom()
        var entry = new()
        defer { slots[host] = Slot(entry: entry, lastUse: uses) }
        return body(&entry)
    }

    private mutating func makeRoom() {
        guard slots.count >= limit else { return }
        // A busy host stays even beyond the limit: the requests that wait for it would never be
        // admitted.
        let oldest = slots.filter { !isBusy($0.value.entry) }.min { $0.value.lastUse < $1.value.lastUse }
        if let oldest { slots[oldest.key] = nil }
    }
}
