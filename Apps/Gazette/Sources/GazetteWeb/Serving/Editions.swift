import LivePages
import NIOConcurrencyHelpers
import NewsAPI
import ReaderStorage

/// The latest editions of views, for readers whose requests are less than a second apart.
///
/// The first reader after that second makes a new edition, with the newest data. Until it is made, other readers get
/// the previous edition, if that is younger than three seconds and its view has not changed. Otherwise they wait for
/// the new one, for a quarter of a second at most.
final class Editions: Sendable {
    /// What a view depends on besides its data: its address, the parts of the front page, the country of its news, and
    /// the visitor whose data it shows; `nil` for one of everybody.
    struct Key: Hashable {
        let address: PageAddress
        let front: [FrontPart]
        var country: NewsAPI.Country?
        var visitor: Visitor?
    }

    private struct Held {
        var edition: Edition?
        /// Notes the changes of the visitor whose data the edition shows.
        var watch: MarksWatch?
        var date = Duration.zero
        /// The time at which a reader began to make the next edition; `nil` once it is made.
        var making: Duration?
        var waiters: [CheckedContinuation<Void, Never>] = []

        /// When its edition was made, or began to be made.
        var latest: Duration { max(date, making ?? .zero) }

        /// Returns the edition if it is younger than an age.
        func edition(_ age: Duration, _ now: Duration) -> Edition? {
            guard watch?.hasChanged != true else { return nil }
            return edition.flatMap { now - date < age && !$0.isOutdated ? $0 : nil }
        }
    }

    private enum Choice {
        case take(Edition), make, wait
    }

    /// The most editions that are held.
    private static let limit = 64
    /// How long an edition is used while the next is being made, and how long that may take.
    private static let end = Duration.seconds(3)
    /// How long a reader waits for another's edition.
    private static let longestWait = Duration.milliseconds(250)

    private let lifetime: Duration
    private let now: @Sendable () -> Duration
    private let held = NIOLockedValueBox<[Key: Held]>([:])

    /// The number of editions that are held or being made.
    var count: Int { held.withLockedValue { $0.count } }

    /// - Parameter lifetime: How long readers get an edition; zero for never.
    init(lifetime: Duration, now: @escaping @Sendable () -> Duration) {
        self.lifetime = lifetime
        self.now = now
    }

    /// Returns the edition for a further reader; `nil` for a reader who has to make the view, and to ``add(_:_:)`` it.
    func edition(_ key: Key) async -> Edition? {
        guard lifetime > .zero else { return nil }
        let now = now()
        let choice = held.withLockedValue { held -> Choice in
            if let edition = held[key]?.edition(lifetime, now) { return .take(edition) }
            if let making = held[key]?.making, now - making < Self.end {
                return held[key]?.edition(Self.end, now).map { .take($0) } ?? .wait
            }
            Self.makeRoom(for: key, in: &held)
            held[key, default: Held()].making = now
            return .make
        }
        switch choice {
        case .take(let edition): return edition
        case .make: return nil
        case .wait:
            await wait(key)
            return held.withLockedValue { [now = self.now()] in $0[key]?.edition(lifetime, now) }
        }
    }

    /// Notes that a view has been made, and holds it if further readers of the key can get it.
    ///
    /// - Parameter watch: For the view of a visitor: notes their changes since before the view was loaded.
    func add(_ edition: Edition, _ key: Key, _ watch: MarksWatch? = nil) {
        guard lifetime > .zero else { return }
        let now = now()
        held.withLockedValue { held in
            guard key.visitor == nil ? edition.isShareable : edition.isHeldForVisitor else { return }
            // The entry may have been removed while the edition was made.
            Self.makeRoom(for: key, in: &held)
            held[key, default: Held()].edition = edition
            held[key]?.watch = watch
            held[key]?.date = now
        }
        resume(key)
    }

    /// Removes an edition if there are too many for another: first those of one visitor, and of them the oldest.
    private static func makeRoom(for key: Key, in held: inout [Key: Held]) {
        guard held.count >= limit, held[key] == nil else { return }
        let first = held.lazy.filter { $0.value.waiters.isEmpty }.min { one, other in
            (one.key.visitor == nil) == (other.key.visitor == nil)
                ? one.value.latest < other.value.latest : one.key.visitor != nil
        }
        first.map { held[$0.key] = nil }
    }

    /// Releases the editions that are too old.
    func tick() {
        let now = now()
        held.withLockedValue { held in
            held = held.filter { _, held in
                !held.waiters.isEmpty || now - held.latest < Self.end
            }
        }
    }

    private func wait(_ key: Key) async {
        await withCheckedContinuation { continuation in
            let count = held.withLockedValue { held in
                guard held[key]?.making != nil else { return 0 }
                held[key]?.waiters.append(continuation)
                return held[key]?.waiters.count ?? 0
            }
            if count == 0 { continuation.resume() }
            guard count == 1 else { return }
            Task {
                try? await Task.sleep(for: Self.longestWait)
                resume(key)
            }
        }
    }

    private func resume(_ key: Key) {
        let waiters = held.withLockedValue { held in
            defer {
                held[key]?.making = nil
                held[key]?.waiters = []
            }
            return held[key]?.waiters ?? []
        }
        for waiter in waiters { waiter.resume() }
    }
}
