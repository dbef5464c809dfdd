import Foundation
import Testing

@testable import GazetteWeb
@testable import ReaderStorage

/// The changes that wait to be written, event by event.
@Suite
struct UnwrittenChangesTests {
    private let one = Visitor()
    private let two = Visitor()

    private func change(_ number: Int) -> Marks.Change { .read(StoreHome.keys(number..<number + 1)) }

    private func name(_ admission: UnwrittenChanges.Admission) -> String { "\(admission)" }

    @Test func theChangesOfAVisitorAreWrittenOneBatchAfterTheOther() {
        var changes = UnwrittenChanges(limit: 100)
        #expect(name(changes.add(change(1), of: one, .now)) == "begins")
        #expect(name(changes.add(change(2), of: one, .now)) == "waits")
        #expect(name(changes.add(change(3), of: two, .now)) == "begins")
        #expect(changes.batch(of: one).map(\.number) == [1, 2])
        #expect(name(changes.add(change(4), of: one, .now)) == "waits")
        changes.remove(2, of: one)
        #expect(changes.batch(of: one).map(\.number) == [4])
        changes.remove(1, of: one)
        #expect(changes.batch(of: one).isEmpty)
        #expect(changes.count == 1)
        // Nothing of the visitor is left.
        #expect(name(changes.add(change(5), of: one, .now)) == "begins")
    }

    @Test func aPausedWritingGoesOnWithTheNextChangeOrOnRequest() {
        var changes = UnwrittenChanges(limit: 100)
        _ = changes.add(change(1), of: one, .now)
        changes.pause(one)
        #expect(changes.changes(of: one).count == 1)
        #expect(changes.resume() == [one])
        #expect(changes.resume().isEmpty)
        changes.pause(one)
        #expect(name(changes.add(change(2), of: one, .now)) == "begins")
        #expect(changes.batch(of: one).map(\.number) == [1, 2])
    }

    @Test func oneThatCanNotBeWrittenIsFoundByWritingThemOneByOne() {
        var changes = UnwrittenChanges(limit: 100)
        for number in 1...3 { _ = changes.add(change(number), of: one, .now) }
        changes.separate(one)
        #expect(changes.batch(of: one).map(\.number) == [1])
        changes.remove(1, of: one)
        #expect(changes.batch(of: one).map(\.number) == [2])
    }

    @Test func marksToWhichTheyWereAddedHaveToBeLoadedAgainOnceTheyAreWritten() {
        var changes = UnwrittenChanges(limit: 100)
        for number in 1...3 { _ = changes.add(change(number), of: one, .now) }
        let isBefore = changes.remove(1, of: one)
        let (added, addedToOthers) = (changes.changesForLoadedMarks(of: one), changes.changesForLoadedMarks(of: two))
        #expect(added.count == 2 && addedToOthers.isEmpty)
        let (isNext, isLast) = (changes.remove(1, of: one), changes.remove(1, of: one))
        #expect([isBefore, isNext, isLast] == [false, true, false])
    }

    @Test func noMoreWaitThanThereMayBe() {
        var changes = UnwrittenChanges(limit: 2)
        _ = changes.add(change(1), of: one, .now)
        _ = changes.add(change(2), of: two, .now)
        #expect(name(changes.add(change(3), of: one, .now)) == "refused")
        changes.remove(1, of: two)
        #expect(name(changes.add(change(3), of: one, .now)) == "waits")
    }

    @Test func whoWaitsForWritingDoesNotWaitForWhatIsPaused() {
        var changes = UnwrittenChanges(limit: 100)
        _ = changes.add(change(1), of: one, .now)
        _ = changes.add(change(2), of: two, .now)
        #expect(changes.isWriting(upTo: 1))
        #expect(changes.isWriting(upTo: 2, of: two) && !changes.isWriting(upTo: 1, of: two))
        #expect(!changes.isWriting(upTo: 2, of: Visitor()))
        changes.pause(one)
        #expect(!changes.isWriting(upTo: 1))
        #expect(changes.isWriting(upTo: 2))
        changes.remove(1, of: two)
        #expect(!changes.isWriting(upTo: 2))
    }
}
