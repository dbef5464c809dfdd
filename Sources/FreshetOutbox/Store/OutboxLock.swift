#if SQLite
import Foundation
import FreshetCore

/// The lock of an outbox between processes: `flock` on a file that is never removed.
///
/// It is free when its holder ends in any way, also when it is killed.
final class OutboxLock: Sendable {
    private let handle: Lock<FileHandle?>

    /// - Throws: ``OutboxError/inUse`` if another outbox holds the lock.
    init(_ file: URL) throws(OutboxError) {
        let path = file.path + ".lock"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .store("\(file.lastPathComponent).lock: errno \(errno)") }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            close(descriptor)
            throw .inUse
        }
        handle = Lock(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
    }

    func release() {
        let handle = handle.withLock { handle in
            defer { handle = nil }
            return handle
        }
        try? handle?.close()
    }
}
#endif
