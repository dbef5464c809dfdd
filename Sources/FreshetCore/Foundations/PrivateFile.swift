package import Foundation

/// Creates and replaces files that only their owner may read.
package enum PrivateFile {
    /// Creates the folder of a file if it does not exist. Only its owner may open it.
    package static func makeFolder(of file: URL) throws {
        let folder = file.deletingLastPathComponent()
        guard !FileManager.default.fileExists(atPath: folder.path) else { return }
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Creates an empty file, so that its permissions are set before it has any content.
    package static func create(_ file: URL) throws {
        guard
            FileManager.default.createFile(
                atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteNoPermission, userInfo: [NSFilePathErrorKey: file.path]) }
    }

    /// Replaces a file as a whole: a process that is killed leaves the old file or the new one.
    package static func replace(_ file: URL, with data: Data) throws {
        try makeFolder(of: file)
        let draft = file.deletingLastPathComponent().appendingPathComponent(".\(file.lastPathComponent).\(UUID())")
        try create(draft)
        do {
            let handle = try FileHandle(forWritingTo: draft)
            try handle.write(contentsOf: data)
            try handle.synchronize()
            try handle.close()
            guard rename(draft.path, file.path) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        } catch {
            try? FileManager.default.removeItem(at: draft)
            throw error
        }
    }
}
