/// What a test with a ``TapeTrait`` does, by the environment variable `FRESHET_TAPE`.
///
/// ```console
/// $ FRESHET_TAPE=record swift test --filter theFrontPageLoads
/// ```
public enum TapeMode: String, Sendable, Hashable, CaseIterable {
    /// Responds from the tape, and fails if its file is missing. The default.
    case replay
    /// Records the tape if its file is missing, else responds from it. Where the variable `CI` is set, it is `replay`.
    case once
    /// Sends all requests, and replaces the file.
    case record
    /// Sends all requests, and records nothing.
    case live

    /// Reads the mode of an environment.
    ///
    /// - Throws: An error for a value that is no mode.
    public init(environment: [String: String]) throws {
        guard let text = environment["FRESHET_TAPE"], !text.isEmpty else {
            self = .replay
            return
        }
        guard let mode = TapeMode(rawValue: text) else {
            let all = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw TapeProblem(description: "FRESHET_TAPE is “\(text)”, and has to be one of \(all).")
        }
        self = mode == .once && environment["CI"].map { !$0.isEmpty && $0 != "false" } ?? false ? .replay : mode
    }
}

/// The reason why a test with a tape can't run, or fails at its end.
struct TapeProblem: Error, CustomStringConvertible {
    let description: String
}
