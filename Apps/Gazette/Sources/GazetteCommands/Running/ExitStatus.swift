/// The exit codes, those of sysexits.h where it defines one.
enum ExitStatus: Int32, CaseIterable {
    case success = 0
    case usage = 64
    case unreadable = 65
    case unavailable = 69
    case unwritable = 74
    case rateLimited = 75
    case refused = 77
    case interrupted = 130

    private var meaning: String {
        switch self {
        case .success: "done"
        case .usage: "wrong usage, or a request that the service rejects"
        case .unreadable: "the response or the file can't be read"
        case .unavailable: "the service can't be reached, or fails"
        case .unwritable: "the output can't be written"
        case .rateLimited: "too many requests, or unsent changes; try again later"
        case .refused: "the key, the name or the password is missing or rejected"
        case .interrupted: "stopped with Ctrl-C"
        }
    }

    /// The codes with their meanings, one per line, for the help text.
    static let table = allCases.map { status in
        let code = "\(status.rawValue)"
        return "  \(code)\(String(repeating: " ", count: 6 - code.count))\(status.meaning)"
    }.joined(separator: "\n")
}
