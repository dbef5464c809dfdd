import Foundation
import FreshetCore

/// A lock between processes, implemented as `flock` on a file that is never removed.
///
/// The system releases it however its holder ends, even if the holder is killed.
struct FileLock: Sendable {
    private let file: URL

    init(_ file: URL) { self.file = file }

    /// Waits for the lock, blocking the thread. Closing the handle releases the lock.
    func acquire() throws -> FileHandle {
        try PrivateFile.makeFolder(of: file)
        let descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.problem() }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        while flock(descriptor, LOCK_EX) != 0 {
            // A signal interrupts a waiting `flock`, which must then be called again.
            guard errno == EINTR else { throw Self.problem() }
        }
        return handle
    }

    /// Waits for the lock without blocking a cooperative thread, since another process may hold it
    /// for half a minute. A private queue gets its own thread; on Linux, the global queues share
    /// their threads with tasks.
    func acquired() async throws(TokenStoreError) -> FileHandle {
        try await DispatchQueue(label: "freshet.lock").run { [self] in
            try acquire()
        } problem: { _ in
            "The file \(file.path) can't be locked"
        }
    }

    static func problem() -> any Error { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}

extension DispatchQueue {
    /// Runs work that may wait for a lock or a disk and would block a cooperative thread.
    ///
    /// - Parameter problem: Describes a failure. The underlying error's own description may contain
    ///   the value that couldn't be encoded.
    func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value, problem: (NSError) -> String
    ) async throws(TokenStoreError) -> Value {
        let result = await withCheckedContinuation { continuation in
            async { continuation.resume(returning: Result { try work() }) }
        }
        do { return try result.get() } catch {
            let reason = error as NSError
            throw TokenStoreError("\(problem(reason)): \(reason.domain) \(reason.code).", underlying: error)
        }
    }
}
