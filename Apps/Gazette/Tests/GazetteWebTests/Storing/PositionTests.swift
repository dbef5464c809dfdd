import Foundation
import PostgreSQL
import ReaderModels
import Testing

@testable import GazetteWeb
@testable import ReaderStorage

/// How far texts were read.
@Suite(.timeLimit(.minutes(1)))
struct PositionTests {
    private static let text = Entry.Key(.feeds, "7")

    /// A visitor whom the store knows.
    private func visitor(_ visitors: Visitors) async -> VisitorMarks {
        let marks = await visitors.marks(of: Visitor())
        marks.apply(.read(StoreHome.keys(1..<2)))
        await marks.flush()
        return marks
    }

    private func note(_ part: Double, _ marks: VisitorMarks, _ visitors: Visitors) {
        visitors.record(.position(Self.text, part), of: marks.visitor)
    }

    @Test("A text opens where it was left, also in another process", arguments: StoreHome.Kind.available)
    func persistence(kind: StoreHome.Kind) async throws {
        try await StoreHome.with(kind) { home in
            let visitors = try await home.open()
            let marks = await visitor(visitors)
            #expect(try await visitors.store.position(in: Self.text, of: marks.visitor) == nil)
            note(0.25, marks, visitors)
            note(0.5, marks, visitors)
            // Before it is written, too.
            #expect(try await visitors.store.position(in: Self.text, of: marks.visitor) == 0.5)
            await marks.flush()
            let again = try await home.open().store
            #expect(try await again.position(in: Self.text, of: marks.visitor) == 0.5)
            #expect(try await again.position(in: Entry.Key(.feeds, "8"), of: marks.visitor) == nil)
        }
    }

    @Test("What was read to its end opens at its beginning", arguments: StoreHome.Kind.available, [0, 0.01, 0.99, 1])
    func ends(kind: StoreHome.Kind, part: Double) async throws {
        try await StoreHome.with(kind) { home in
            let visitors = try await home.open()
            let marks = await visitor(visitors)
            note(0.5, marks, visitors)
            note(part, marks, visitors)
            #expect(try await visitors.store.position(in: Self.text, of: marks.visitor) == nil)
            await marks.flush()
            #expect(try await visitors.store.position(in: Self.text, of: marks.visitor) == nil)
        }
    }

    @Test(
        "A text whose stored position is none opens at its beginning", arguments: StoreHome.Kind.available,
        [-1, 2, 1e300, .infinity])
    func foreign(kind: StoreHome.Kind, part: Double) async throws {
        try await StoreHome.with(kind) { home in
            let visitors = try await home.open()
            let marks = await visitor(visitors)
            try await visitors.store.database.transaction { [visitor = marks.visitor] runner in
                try runner.run(
                    PositionTable.backup.insert,
                    [.bytes(visitor.id), .text(Self.text.description), .double(part), .double(0)])
            }
            #expect(try await visitors.store.position(in: Self.text, of: marks.visitor) == nil)
        }
    }

    @Test("The oldest positions are removed first", arguments: StoreHome.Kind.available)
    func limit(kind: StoreHome.Kind) async throws {
        try await StoreHome.with(kind) { home in
            let visitors = try await home.open()
            let marks = await visitor(visitors)
            for number in 0...500 {
                visitors.store.record(
                    .position(Entry.Key(.feeds, String(number)), 0.5), of: marks.visitor,
                    now: StoreHome.start + Double(number))
            }
            await marks.flush()
            #expect(try await visitors.store.position(in: Entry.Key(.feeds, "0"), of: marks.visitor) == nil)
            #expect(try await visitors.store.position(in: Entry.Key(.feeds, "1"), of: marks.visitor) == 0.5)
            #expect(try await visitors.store.position(in: Entry.Key(.feeds, "500"), of: marks.visitor) == 0.5)
        }
    }
}

extension ReaderStore {
    /// Returns where a visitor has left a text.
    func position(in entry: Entry.Key, of visitor: Visitor) async throws -> Double? {
        let unwritten = unwritten(of: visitor)
        return try await database.transaction { runner in
            try PositionTable.position(in: entry, of: visitor, after: unwritten, runner)
        }
    }
}
