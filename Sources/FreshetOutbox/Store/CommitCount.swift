#if SQLite
import Foundation
import FreshetCore

/// The number of commits to a file, stored next to it, since SQLite silently drops the commits of a
/// damaged log.
///
/// It is noted after each commit, so that it is never ahead of an undamaged file.
final class CommitCount: Sendable {
    private let handle: FileHandle

    init(of file: URL) throws {
        guard let handle = FileHandle(privateFile: file.path + ".commits") else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        self.handle = handle
    }

    /// The noted number; 0 if there is none, or it is damaged.
    var noted: Int64 {
        var numbers: [Int64] = [0, 0]
        let count = numbers.withUnsafeMutableBytes { pread(handle.fileDescriptor, $0.baseAddress, $0.count, 0) }
        return count == 16 && numbers[1] == ~numbers[0] ? Int64(littleEndian: numbers[0]) : 0
    }

    func note(_ commits: Int64) {
        let number = commits.littleEndian
        // If this fails, the count is too low: less damage is detected, which does no harm.
        _ = [number, ~number].withUnsafeBytes { pwrite(handle.fileDescriptor, $0.baseAddress, $0.count, 0) }
    }
}

/// The file that a path had when it was opened.
struct FileIdentity: Equatable {
    let isEmpty: Bool
    private let device: UInt64
    private let number: UInt64

    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        isEmpty = status.st_size == 0
        (device, number) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino))
    }

    /// Whether a path leads to the file.
    func isOf(_ path: String) -> Bool {
        guard let present = FileIdentity(path) else { return false }
        return present.device == device && present.number == number
    }
}
#endif
