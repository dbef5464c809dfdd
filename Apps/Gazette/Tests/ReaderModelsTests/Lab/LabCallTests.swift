import Freshet
import Testing

@testable import ReaderModels

struct LabCallTests {
    private func call(_ steps: [(FetchEvent.Step, at: Int)]) -> LabCall {
        var call = LabCall(id: 7, number: 1)
        for step in steps { call.add(step.0, at: .milliseconds(step.at)) { "call \($0)" } }
        return call
    }

    @Test func aRetryIsAWaitBetweenTwoAttempts() {
        let retry = Retry(failure: "status.503", wait: .milliseconds(500), cause: .backoff)
        let call = call([
            (.started, at: 0), (.attempt(number: 1), at: 0), (.retry(retry), at: 600), (.attempt(number: 2), at: 1100),
            (.finished(CallMetrics()), at: 1700),
        ])
        #expect(call.stretches.map(\.kind) == [.attempt, .wait, .attempt])
        #expect(call.stretches.map(\.end) == [600, 1100, 1700].map { .milliseconds($0) })
        #expect(call.outcome == "finished")
        #expect(call.lines[1].text == "Failed (status.503). Tries again in 0.50 s.")
    }

    @Test func aCallThatJoinsNamesTheOther() {
        let call = call([(.joined(call: 3), at: 150), (.cancelled, at: 350)])
        #expect(call.stretches.map(\.kind) == [.shared])
        #expect(call.lines.map(\.text) == ["Joins the request of call 3.", "The call has been cancelled."])
    }

    @Test func aFreshResponseIsServedFromTheCache() {
        let call = call([(.cache(CacheStep(.servedFresh, "max-age=60")), at: 700)])
        #expect(call.stretches.map(\.kind) == [.cached] && call.outcome == nil)
    }
}
