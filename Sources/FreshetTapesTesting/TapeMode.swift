/// The way in which a test uses its tape, chosen with an environment variable.
///
/// A test with a ``TapeTrait`` reads it from `FRESHET_TAPE`:
///
/// ```console
/// $ FRESHET_TAPE=record swift test --filter theFrontPageLoads
/// ```
public enum TapeMode: String, Sendable, Hashable, CaseIterable {
    /// Responds from the tape, and fails if its file is missing. This is the default.
    case replay
    /// Records the tape if its file is missing, and otherwise responds from it. If the variable
    /// `CI` is set, it is the same as `replay`.
    case once
    /// Sends all requests and replaces the file.
    case record
    /// Sends all requests and records nothing.
    case live

    /// Reads the mode from an environment.
    ///
    /// - Throws: An error if the value isn't a mode.
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

/// The reason why a test with a tape can't run, or why it fails at its end.
struct TapeProblem: Error, CustomStringConvertible {
    let description: String
}
