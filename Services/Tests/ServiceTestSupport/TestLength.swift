import Foundation

/// The number of repetitions of tests with large input: few in each run, many before a release.
public enum TestLength {
    /// Whether tests run as long as before a release: the environment variable `FRESHET_LONG_TESTS` is 1.
    public static let isLong = ProcessInfo.processInfo.environment["FRESHET_LONG_TESTS"] == "1"
}
