import Foundation
import FreshetCombine
import FreshetTesting
import ReaderModels
import Testing

@Suite(.timeLimit(.minutes(2)))
struct SignUpViewModelTests {
    let clock = ManualClock()
    let model: SignUpViewModel

    init() {
        model = SignUpViewModel(scheduler: clock.scheduler)
    }

    private func type(_ name: String) {
        model.username = name
        clock.advance(by: .milliseconds(200))
    }

    @Test func aNameIsJudgedOnceTypingPauses() {
        let messages = PublisherRecorder(model.$usernameMessage)
        for length in 1...3 {
            model.username = String("bob".prefix(length))
            clock.advance(by: .milliseconds(199))
        }
        #expect(messages.values == [nil])
        clock.advance(by: .milliseconds(1))
        #expect(messages.values == [nil, "The name must have more than 3 characters."])
        type("bobby")
        #expect(model.usernameMessage == nil)
        type("")
        #expect(model.usernameMessage == nil && !model.isValid)
    }

    @Test(
        "Passwords",
        arguments: [
            ("", "", nil, false), ("abc", "", "The password must have more than 3 characters.", false),
            ("abc", "abc", "The password must have more than 3 characters.", false), ("abcd", "", nil, false),
            ("abcd", "abce", "The passwords are different.", false), ("abcd", "abcd", nil, true),
            ("", "abcd", "The password must have more than 3 characters.", false),
        ])
    func passwords(first: String, second: String, message: String?, isValid: Bool) {
        type("bobby")
        model.password = first
        model.passwordAgain = second
        #expect(model.passwordMessage == message)
        #expect(model.isValid == isValid)
    }

    @Test func aNameThatIsStillTypedIsNotValid() {
        model.password = "abcd"
        model.passwordAgain = "abcd"
        type("bobby")
        #expect(model.isValid)
        model.username = "bob"
        #expect(!model.isValid)
        model.password = "abcde"
        model.passwordAgain = "abcde"
        #expect(!model.isValid)
        clock.advance(by: .milliseconds(200))
        #expect(!model.isValid)
        // Back to what was judged before.
        model.username = "bobby"
        #expect(!model.isValid)
        clock.advance(by: .milliseconds(200))
        #expect(model.isValid)
    }

    @Test func theSameNameIsNotJudgedAgain() {
        type("bobby")
        let changes = PublisherRecorder(model.objectWillChange.map { 1 })
        model.username = "bobby"
        clock.advance(by: .seconds(1))
        #expect(changes.values.count == 1)
        #expect(clock.actionCount == 0)
    }

    @Test func aFormThatIsGoneWaitsForNothing() {
        weak var released: SignUpViewModel?
        do {
            let model = SignUpViewModel(scheduler: clock.scheduler)
            released = model
            model.username = "bob"
        }
        #expect(released == nil)
        #expect(clock.actionCount == 0)
    }
}
