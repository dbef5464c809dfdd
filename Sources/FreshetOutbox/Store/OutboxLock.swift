#if SQLite
import Foundation
import FreshetCore

/// The turn to send, which one outbox has at a time: `flock` on a file that is never removed.
///
/// It is released when its holder ends in any way, even if it is killed. A suspended holder keeps
/// the lock and is passed over: the file contains the name of the process that has the turn, and a
/// number that this process raises as long as it is alive.
final class OutboxLock: Sendable {
    /// The content of the file.
    struct Mark: Equatable {
        var holder: UInt64
        var beat: UInt64
    }

    let handle: Lock<FileHandle?>
    private let holder = UInt64.random(in: 1 ... .max)

    init(_ file: URL) throws(OutboxError) {
        guard let handle = FileHandle(privateFile: file.path + ".lock") else {
            throw .store("\(file.lastPathComponent).lock: errno \(errno)")
        }
        self.handle = Lock(handle)
    }

    /// Takes the turn if no other outbox holds it.
    func acquire() -> Bool {
        let isHeld = withDescriptor { descriptor in
            // Unlike a POSIX lock, which belongs to the process, this one also excludes another outbox in
            // the same process.
            while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
                if errno != EINTR { return false }
            }
            return true
        }
        if isHeld, !isOwn { takeOver() }
        return isHeld
    }

    /// Takes the turn of a suspended holder. Call it in a transaction, since other processes read
    /// the mark in theirs.
    func takeOver() {
        store(Mark(holder: holder, beat: 0))
    }

    /// Whether no other outbox has taken the turn.
    var isOwn: Bool { mark?.holder == holder }

    var mark: Mark? {
        var words: [UInt64] = [0, 0, 0]
        let count = withDescriptor { descriptor in
            words.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        }
        // The file is read without a lock. The third word reveals a mark that another process is just
        // writing.
        return count == 24 && words[2] == ~(words[0] ^ words[1]) ? Mark(holder: words[0], beat: words[1]) : nil
    }

    /// Shows that the holder is alive.
    func beat() {
        guard let mark, mark.holder == holder else { return }
        store(Mark(holder: holder, beat: mark.beat &+ 1))
    }

    private func store(_ mark: Mark) {
        _ = withDescriptor { descriptor in
            [mark.holder, mark.beat, ~(mark.holder ^ mark.beat)].withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress, $0.count, 0)
            }
        }
    }

    private func withDescriptor<Value>(_ body: (Int32) -> Value) -> Value {
        // A closed outbox has no descriptor, and the call fails.
        handle.withLock { body($0?.fileDescriptor ?? -1) }
    }

    /// Gives up the turn.
    func yield() {
        _ = withDescriptor { flock($0, LOCK_UN) }
    }

    func release() {
        // A child process that is just starting may still have a copy of the descriptor, which
        // would keep the lock.
        yield()
        let handle = handle.withLock { handle in
            defer { handle = nil }
            return handle
        }
        try? handle?.close()
    }
}

extension FileHandle {
    /// Opens a file. If it doesn't exist, it is created empty, and only its owner may read it.
    convenience init?(privateFile path: String) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        self.init(fileDescriptor: descriptor, closeOnDealloc: true)
    }
}
#endif
