import Foundation
public import Freshet
public import FreshetTapes
public import Testing

/// A trait that gives a test a tape from which `transport: .tape` responds.
///
/// ```swift
/// @Test(.tape("headlines"))
/// func theFrontPageLoads() async throws {
///     let news = Client(News(), transport: .tape, cache: nil)
///     #expect(try await news.value(for: .headlines).articles.count == 2)
/// }
/// ```
///
/// The tape is the file `Tapes/headlines.har` in the folder of the test's source file. The
/// environment variable `FRESHET_TAPE` decides how it is used; see ``TapeMode``.
///
/// All tests of a suite with the trait share one tape. Tests and test cases that name the same file
/// record into it together.
public struct TapeTrait: TestTrait, SuiteTrait, TestScoping {
    /// The entries that a test must use.
    public enum Use: Sendable, Hashable {
        /// Any entries.
        case any
        /// All entries. If any weren't served, the test fails at its end.
        case all
    }

    let name: String
    let rules: TapeRules
    let use: Use
    let folder: URL
    let live: any Transport

    /// The file of the tape.
    var file: URL { folder.appending(path: "Tapes/\(name).har") }

    /// Runs a test with its tape.
    ///
    /// - Throws: The test's error, or an error if the tape is missing or can't be read.
    @concurrent
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let mode = try TapeMode(environment: ProcessInfo.processInfo.environment)
        try await run(mode, named: test.name, function)
    }

    /// - Parameter test: The name of the test, for the command that records it.
    func run(
        _ mode: TapeMode, named test: String, _ function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let session = try TapeSession(self, mode, test: test)
        let result: Result<Void, any Error>
        do {
            try await TapeSession.$current.withValue(session) { try await function() }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        // Write the recording of a failed test as well, because it shows why the test failed.
        try session.end()
        try result.get()
        let unserved = session.unservedEntries
        guard use == .all, !unserved.isEmpty else { return }
        throw TapeProblem(
            description: "The test has not used \(unserved.count) entries of \(file.lastPathComponent): "
                + unserved.prefix(5).map { "\($0.request.method.rawValue) \($0.request.url)" }.joined(separator: ", "))
    }
}

extension Trait where Self == TapeTrait {
    /// Returns a trait that gives a test a tape.
    ///
    /// - Parameters:
    ///   - name: The file name without its extension.
    ///   - rules: The rules for finding the entry for a request.
    ///   - use: The entries that the test must use.
    ///   - live: Sends the requests while the tape is recorded. By default, the platform's
    ///     transport.
    ///   - filePath: The source file of the test.
    public static func tape(
        _ name: String, rules: TapeRules = .standard, uses use: TapeTrait.Use = .any,
        live: any Transport = DefaultTransport.shared, filePath: String = #filePath
    ) -> TapeTrait {
        TapeTrait(
            name: name, rules: rules, use: use, folder: URL(filePath: filePath).deletingLastPathComponent(), live: live)
    }
}
