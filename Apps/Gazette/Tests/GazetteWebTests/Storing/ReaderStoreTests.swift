import Foundation
import Testing

@testable import GazetteWeb
@testable import ReaderStorage

/// What every store does, whether it is a file or a database.
@Suite(.timeLimit(.minutes(1)))
struct ReaderStoreTests {
    @Test("Marks and keys outlive the process", arguments: StoreHome.Kind.available)
    func persistence(kind: StoreHome.Kind) async throws {
        try await StoreHome.with(kind) { home in
            let visitor = Visitor()
            let first = try await home.open()
            let marks = await first.marks(of: visitor)
            marks.apply(.read(StoreHome.keys(1..<4)))
            marks.apply(.unread(StoreHome.keys(2..<3)))
            marks.apply(.save(StoreHome.entry(1), StoreHome.start))
            marks.apply(.save(StoreHome.entry(2), StoreHome.start + 1))
            marks.apply(.remove(StoreHome.entry(1).key))
            await first.flush()
            let value = first.cookie.value(for: visitor, day: 0)

            let second = try await home.open()
            let again = await second.marks(of: visitor).current
            #expect(StoreHome.keys(1..<4).map(again.isRead) == [true, false, true])
            #expect(again.saved == [Marks.Saved(entry: StoreHome.entry(2), date: StoreHome.start + 1)])
            #expect(second.cookie.value(for: visitor, day: 0) == value)
            #expect(second.trouble == nil)
        }
    }

    @Test("The oldest read marks are removed first", arguments: StoreHome.Kind.available)
    func reads(kind: StoreHome.Kind) async throws {
        try await StoreHome.with(kind) { home in
            var limits = ReaderLimits()
            limits.marks.reads = 5
            let visitor = Visitor()
            let first = try await home.open(limits)
            let marks = await first.marks(of: visitor)
            marks.apply(.read(StoreHome.keys(0..<4)))
            // Read again, and so the newest but the next ones.
            marks.apply(.unread(StoreHome.keys(0..<1)))
            marks.apply(.read(StoreHome.keys(0..<1)))
            marks.apply(.read(StoreHome.keys(4..<7)))
            let kept = [true, false, false, true, true, true, true]
            #expect(StoreHome.keys(0..<7).map(marks.current.isRead) == kept)
            await first.flush()
            let again = try await home.open(limits).marks(of: visitor).current
            #expect(StoreHome.keys(0..<7).map(again.isRead) == kept)
        }
    }

    @Test("A full list refuses more, and removes nothing", arguments: StoreHome.Kind.available)
    func fullList(kind: StoreHome.Kind) async throws {
        try await StoreHome.with(kind) { home in
            var limits = ReaderLimits()
            limits.marks.saved = 2
            let marks = try await home.open(limits).marks(of: Visitor())
            #expect(marks.apply(.save(StoreHome.entry(1), StoreHome.start)))
            #expect(marks.apply(.save(StoreHome.entry(2), StoreHome.start)))
            #expect(!marks.apply(.save(StoreHome.entry(3), StoreHome.start)))
            #expect(marks.current.isFull)
            #expect(marks.apply(.remove(StoreHome.entry(1).key)))
            #expect(marks.apply(.save(StoreHome.entry(3), StoreHome.start)))
        }
    }

    @Test("A visitor who does not come for a year is removed", arguments: StoreHome.Kind.available)
    func expiry(kind: StoreHome.Kind) async throws {
        try await StoreHome.with(kind) { home in
            let (gone, kept) = (Visitor(), Visitor())
            let first = try await home.open()
            for visitor in [gone, kept] { await first.marks(of: visitor).apply(.read(StoreHome.keys(1..<2))) }
            await first.flush()
            let day = 24 * 3600.0
            // One of them only looks, and comes half a year later.
            _ = try await home.open(after: 180 * day).marks(of: kept)
            let later = try await home.open(after: 366 * day)
            #expect(await later.marks(of: gone).current.readCount == 0)
            #expect(await later.marks(of: kept).current.readCount == 1)
        }
    }

    @Test("Of too many visitors, those whose last visit is oldest are removed", arguments: StoreHome.Kind.available)
    func tooManyVisitors(kind: StoreHome.Kind) async throws {
        try await StoreHome.with(kind) { home in
            var limits = ReaderLimits()
            limits.visitors = 2
            let all = [Visitor(), Visitor(), Visitor()]
            for (turn, visitor) in all.enumerated() {
                let visitors = try await home.open(limits, after: Double(turn))
                await visitors.marks(of: visitor).apply(.save(StoreHome.entry(turn), StoreHome.start))
                await visitors.flush()
            }
            let visitors = try await home.open(limits, after: 3)
            var counts: [Int] = []
            for visitor in all { counts.append(await visitors.marks(of: visitor).current.saved.count) }
            #expect(counts == [0, 1, 1])
        }
    }

    @Test("The pages of a visitor share their marks", arguments: StoreHome.Kind.available)
    func sharing(kind: StoreHome.Kind) async throws {
        try await StoreHome.with(kind) { home in
            let visitors = try await home.open()
            let visitor = Visitor()
            let marks = await visitors.marks(of: visitor)
            let other = await visitors.marks(of: visitor)
            #expect(marks === other)
            await confirmation { heard in
                let stop = other.listen { heard() }
                marks.apply(.read(StoreHome.keys(1..<2)))
                // Nothing new, and then no reader.
                marks.apply(.read(StoreHome.keys(1..<2)))
                stop()
                marks.apply(.read(StoreHome.keys(2..<3)))
            }
            #expect(await visitors.marks(of: Visitor()).current.readCount == 0)
        }
    }
}
