package import Foundation

/// Creates and replaces files that only their owner can read.
package enum PrivateFile {
    /// Creates the folder of a file if it doesn't exist. Only the owner can open a new folder.
    package static func makeFolder(of file: URL) throws {
        let folder = file.deletingLastPathComponent()
        guard !FileManager.default.fileExists(atPath: folder.path) else { return }
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Creates an empty file, so that its permissions are set before anything is written to it.
    package static func create(_ file: URL) throws {
        guard
            FileManager.default.createFile(
                atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteNoPermission, userInfo: [NSFilePathErrorKey: file.path]) }
    }

    /// Replaces a file atomically.
    ///
    /// If the process is killed, either the old or the new file remains, and possibly a draft,
    /// which is removed the next time the file is replaced.
    package static func replace(_ file: URL, with data: Data) throws {
        try makeFolder(of: file)
        removeDrafts(of: file)
        let (draft, handle) = try lockedDraft(of: file)
        do {
            try handle.write(contentsOf: data)
            // Before the rename: after a power failure, a file system may have the new name but not
            // yet the data.
            try handle.synchronize()
            // POSIX replaces the target in one step. `FileManager.moveItem` fails if it exists.
            guard rename(draft.path, file.path) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
            // Only now: without the lock, another process could remove the draft before it has its
            // final name.
            try handle.close()
        } catch {
            try? FileManager.default.removeItem(at: draft)
            throw error
        }
    }

    // MARK: - Drafts

    /// Removes the drafts of a file that killed processes left behind. A draft that is still being
    /// written is locked, so it stays.
    package static func removeDrafts(of file: URL) {
        let folder = file.deletingLastPathComponent()
        let prefix = draftPrefix(of: file)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where name.hasPrefix(prefix) && UUID(uuidString: String(name.dropFirst(prefix.count))) != nil
        {
            let draft = folder.appendingPathComponent(name)
            guard let handle = FileHandle(forWritingAtPath: draft.path) else { continue }
            // The kernel releases the locks of a killed process, so a draft that can be locked has
            // no writer.
            if flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) == 0 { try? FileManager.default.removeItem(at: draft) }
            try? handle.close()
        }
    }

    private static func draftPrefix(of file: URL) -> String { ".\(file.lastPathComponent)." }

    /// Creates a draft, which stays locked until its handle is closed.
    private static func lockedDraft(of file: URL) throws -> (file: URL, handle: FileHandle) {
        while true {
            let draft = file.deletingLastPathComponent().appendingPathComponent("\(draftPrefix(of: file))\(UUID())")
            try create(draft)
            do {
                let handle = try FileHandle(forWritingTo: draft)
                // Some file systems have no locks. Their drafts aren't removed.
                while flock(handle.fileDescriptor, LOCK_EX) != 0, errno == EINTR {}
                if FileManager.default.fileExists(atPath: draft.path) { return (draft, handle) }
                try handle.close()
            } catch  where !FileManager.default.fileExists(atPath: draft.path) {
                // Another process removed the draft before it was locked, because it looked
                // abandoned.
            }
        }
    }
}
