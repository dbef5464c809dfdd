#if SQLite
import Foundation
import FreshetCore

/// The lock of an outbox between processes: `flock` on a file that is never removed.
///
/// It is free when its holder ends in any way, also when it is killed.
final class OutboxLock: Sendable {
    private let handle: Lock<FileHandle?>

    init(_ file: URL) throws(OutboxError) {
        guard let handle = FileHandle(privateFile: file.path + ".lock") else {
            throw .store("\(file.lastPathComponent).lock: errno \(errno)")
        }
        self.handle = Lock(handle)
    }

    /// Takes the lock if no other outbox holds it.
    func acquire() -> Bool {
        handle.withLock { handle in
            guard let handle else { return false }
            while flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) != 0 {
                if errno != EINTR { return false }
            }
            return true
        }
    }

    func release() {
        let handle = handle.withLock { handle in
            defer { handle = nil }
            return handle
        }
        try? handle?.close()
    }
}

extension FileHandle {
    /// Opens a file, which is made with no content for its owner alone if it does not exist.
    convenience init?(privateFile path: String) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        self.init(fileDescriptor: descriptor, closeOnDealloc: true)
    }
}
#endif
