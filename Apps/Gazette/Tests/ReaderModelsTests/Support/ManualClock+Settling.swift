import Foundation
import FreshetTesting

extension ManualClock {
    /// Runs what is due now and lets calls run, again and again, until a condition holds.
    func settle(file: StaticString = #fileID, line: UInt = #line, until isDone: () -> Bool) async throws {
        try await run(upTo: .zero, file: file, line: line, until: isDone)
    }
}
