import Testing

@testable import FreshetCore

/// Which callers wait for which exchange, as a state apart from time and tasks.
struct InFlightTableTests {
    private var table = InFlightTable<String, Int, String>()

    @Test mutating func theFirstCallerBeginsAndOthersJoin() {
        let joined = [
            table.join("a", 1, "one", new: 10), table.join("a", 2, "two", new: 11),
            table.join("b", 3, "three", new: 12),
        ]
        #expect(joined == [nil, "one", nil])
        #expect(table.count == 2)
        #expect(table.callers("a") { $0 == 10 }.sorted() == ["one", "two"])
        let finished = table.finish("a") { $0 == 10 }
        #expect(finished.sorted() == ["one", "two"])
        #expect(table.count == 1)
    }

    @Test mutating func theLastToLeaveAbandonsTheExchange() {
        _ = table.join("a", 1, "one", new: 10)
        _ = table.join("a", 2, "two", new: 11)
        let first = table.leave("a", 1)
        #expect(first?.caller == "one")
        #expect(first?.abandoned == nil)
        let again = table.leave("a", 1)
        #expect(again == nil)
        let last = table.leave("a", 2)
        #expect(last?.caller == "two")
        #expect(last?.abandoned == 10)
        #expect(table.count == 0)
    }

    @Test mutating func anAbandonedExchangeIsNotJoined() {
        _ = table.join("a", 1, "one", new: 10)
        _ = table.leave("a", 1)
        let joined = table.join("a", 2, "two", new: 11)
        #expect(joined == nil)
        // The old in-flight request ends late: the new one goes on.
        let late = table.finish("a") { $0 == 10 }
        #expect(late.isEmpty)
        #expect(table.callers("a") { $0 == 10 }.isEmpty)
        let finished = table.finish("a") { $0 == 11 }
        #expect(finished == ["two"])
    }

    @Test mutating func theStepsBelongToTheCallerThatHasWaitedLongest() {
        for id in UInt64(1)...4 { _ = table.join("a", id, "\(id)", new: 10) }
        var longest = [table.longestWaiting("a") { $0 == 10 }]
        for id in [UInt64(2), 1] {
            _ = table.leave("a", id)
            longest.append(table.longestWaiting("a") { $0 == 10 })
        }
        #expect(longest == ["1", "1", "3"])
        let others = table.others("a") { $0 == 10 }
        #expect(others == ["4"])
        let ofAnother = table.others("a") { $0 == 11 }
        #expect(ofAnother.isEmpty)
        let joined = table.join("a", 5, "5", new: 11)
        #expect(joined == "3")
        let stranger = table.longestWaiting("a") { $0 == 11 }
        #expect(stranger == nil)
    }
}
