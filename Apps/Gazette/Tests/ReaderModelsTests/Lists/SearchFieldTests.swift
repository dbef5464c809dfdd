import Foundation
import FreshetCombine
import FreshetTesting
import ReaderModels
import Testing

@Suite(.timeLimit(.minutes(2)))
struct SearchFieldTests {
    let clock = ManualClock()

    private func field(_ text: String = "", _ rules: SearchRules = SearchRules(length: 3...5)) -> SearchField {
        SearchField(text, rules: rules, scheduler: clock.scheduler)
    }

    @Test func aTextIsTakenOnceTypingPauses() {
        let field = field()
        let queries = PublisherRecorder(field.$query)
        for length in 1...5 {
            field.text = String("apple".prefix(length))
            clock.advance(by: .milliseconds(299))
        }
        // T20: five letters, one query.
        #expect(queries.values == [nil])
        clock.advance(by: .milliseconds(1))
        #expect(queries.values == [nil, "apple"])
    }

    @Test func aTextIsTrimmedAndTakenOnce() {
        let field = field()
        let queries = PublisherRecorder(field.$query)
        for text in [" a  b ", "a b", "a b\n"] {
            field.text = text
            clock.advance(by: .milliseconds(300))
        }
        #expect(queries.values == [nil, "a b"])
    }

    @Test(
        "A text that is not searched has a reason (T19)",
        arguments: [
            ("", SearchRules.IdleReason.empty), ("  \n", .empty), (" ab ", .tooShort(minimum: 3)),
            ("abcdef", .tooLong(maximum: 5)),
        ])
    func judgement(text: String, reason: SearchRules.IdleReason) {
        let field = field("abc")
        #expect(field.query == "abc" && field.idleReason == nil)
        field.text = text
        field.submit()
        #expect(field.query == nil)
        #expect(field.idleReason == reason)
        field.text = "abcd"
        field.submit()
        #expect(field.query == "abcd" && field.idleReason == nil)
    }

    @Test func submittingDoesNotWaitForThePause() {
        let field = field()
        field.text = "abc"
        field.submit()
        #expect(field.query == "abc")
        #expect(clock.actionCount == 0)
    }

    @Test func aFieldThatIsGoneWaitsForNothing() {
        weak var released: SearchField?
        do {
            let field = field()
            released = field
            field.text = "abc"
        }
        #expect(released == nil)
        #expect(clock.actionCount == 0)
    }
}

@Suite(.timeLimit(.minutes(2)))
struct PagedSearchTests {
    struct Word: Identifiable {
        let id: String
    }

    let clock = ManualClock()
    let answers = Answers()
    let model: PagedSearch<Word>

    final class Answers {
        var queries: [String] = []
        var isDown = false
    }

    init() {
        model = PagedSearch(rules: SearchRules(length: 2...9), scheduler: clock.scheduler) { [answers] query, _ in
            answers.queries.append(query)
            return answers.isDown ? .fail(with: FetchError(.connectionLost)) : .just(.init([Word(id: query)]))
        }
    }

    private func type(_ text: String) {
        model.text = text
        clock.advance(by: .milliseconds(300))
    }

    @Test func whatIsTypedIsSearched() {
        #expect(model.idleReason == .empty)
        type("  apple ")
        #expect(model.text == "  apple ")
        #expect(model.results.items.map(\.id) == ["apple"])
        type("apple")
        model.submit()
        clock.advance()
        #expect(answers.queries == ["apple"])
    }

    @Test func whatIsTooShortClearsTheResultsAndSaysSo() {
        type("apple")
        type("a")
        #expect(model.results.list.value == nil)
        #expect(model.idleReason == .tooShort(minimum: 2))
        type("apple")
        #expect(model.results.items.map(\.id) == ["apple"])
    }

    @Test func aFailureIsToldAndTheNextQueryWorks() {
        type("apple")
        answers.isDown = true
        type("pear")
        // T4: the results that were there stay.
        #expect(model.results.items.map(\.id) == ["apple"])
        #expect(model.results.selectedError != nil)
        answers.isDown = false
        model.retry()
        clock.advance()
        #expect(model.results.items.map(\.id) == ["pear"])
    }

    @Test func whoShowsTheWholeHearsOfItsParts() {
        let changes = PublisherRecorder(model.objectWillChange.map { 1 })
        model.text = "apple"
        #expect(changes.values.count == 1)
        clock.advance(by: .milliseconds(300))
        #expect(changes.values.count > 3)
    }
}
