import Foundation

/// The number of repetitions of randomised tests, which is small in each run and large before a
/// release.
package enum TestLength {
    /// Whether tests run as long as before a release, that is, whether the environment variable
    /// `FRESHET_LONG_TESTS` is 1.
    package static let isLong = ProcessInfo.processInfo.environment["FRESHET_LONG_TESTS"] == "1"

    package static func count(_ usual: Int, long: Int) -> Int { isLong ? long : usual }
}

/// Gives other tasks a number of turns, for tests of random schedules whose expectations must hold
/// after any number.
package func passTurns(_ count: Int) async {
    for _ in 0..<count { await Task.yield() }
}
