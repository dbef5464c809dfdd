import Foundation
import FreshetCore

/// A lock between processes: `flock` on a file that is never removed.
///
/// It is free when its holder ends in any way, also when it is killed.
final class FileLock: Sendable {
    /// A lock that is held.
    final class Held: Sendable {
        private let descriptor: Lock<Int32?>

        fileprivate init(_ descriptor: Int32) { self.descriptor = Lock(descriptor) }

        deinit { release() }

        func release() {
            let descriptor = descriptor.withLock { $0.take() }
            if let descriptor { close(descriptor) }
        }
    }

    private let file: URL

    init(_ file: URL) { self.file = file }

    /// Waits for the lock, and blocks the thread meanwhile.
    func acquire() throws -> Held {
        let folder = file.deletingLastPathComponent()
        if !FileManager.default.fileExists(atPath: folder.path) {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        let descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.problem() }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                let problem = Self.problem()
                close(descriptor)
                throw problem
            }
        }
        return Held(descriptor)
    }

    /// Waits for the lock without blocking a thread of the tasks: another process may hold it for half a minute. A
    /// queue of its own gets a thread of its own; on Linux, the threads of the global queues are those of the tasks.
    func acquired() async throws(TokenStoreError) -> Held {
        let result = await withCheckedContinuation { continuation in
            DispatchQueue(label: "freshet.lock").async { [self] in
                continuation.resume(returning: Result { try acquire() })
            }
        }
        do { return try result.get() } catch {
            let reason = error as NSError
            throw TokenStoreError(
                "The file \(file.path) can't be locked: \(reason.domain) \(reason.code).", underlying: error)
        }
    }

    /// The error of the last call of the system.
    static func problem() -> any Error { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
