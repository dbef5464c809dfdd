import FreshetCombine
import FreshetTesting
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
