import Foundation
import FreshetTesting

extension ManualClock {
    /// Runs what is due and lets calls run, again and again, until a condition holds.
    ///
    /// Calls run on their own; the screen's time moves by `step` between two looks, by nothing by default.
    func settle(by step: Duration = .zero, until isDone: () -> Bool) async {
        while !isDone(), !Task.isCancelled {
            advance(by: step)
            await Task.yield()
        }
    }

    /// Lets everything run that could, for tests which say that something does not happen.
    func idle() async {
        for _ in 0..<100 {
            advance()
            await Task.yield()
        }
    }
}
