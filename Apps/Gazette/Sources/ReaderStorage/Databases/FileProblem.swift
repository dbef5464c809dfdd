import Foundation
import GRDB
import SystemPackage

/// Why a file, a folder or a database can't be used.
package enum FileProblem {
    /// Returns the reason as a sentence for people: the texts of Foundation name domains and numbers.
    package static func text(_ error: any Error) -> String {
        switch error {
        case let error as Errno: text(error)
        case let error as CocoaError:
            if let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error { text(cause) } else { unknown }
        case let error as POSIXError: text(Errno(rawValue: error.code.rawValue))
        case let error as DatabaseError: "SQLite reports: \(error.message ?? error.resultCode.description)."
        default: String(describing: error)
        }
    }

    private static let unknown = "The reason is unknown."

    private static func text(_ error: Errno) -> String {
        switch error {
        case .noSuchFileOrDirectory: "It doesn't exist."
        case .permissionDenied, .notPermitted: "Permission is denied."
        case .isDirectory: "It is a folder."
        case .notDirectory: "Part of its path isn't a folder."
        case .noSpace: "The disk is full."
        case .readOnlyFileSystem: "The disk is read-only."
        default: "The system reports: \(error.description)."
        }
    }
}
