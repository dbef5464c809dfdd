package import Foundation
import SystemPackage

/// Gazette's own folder for persistent data, which only its owner can read.
package struct DataFolder: Sendable {
    /// The address of the folder.
    package let url: URL
    /// The largest database in it, in pages of 4 KB: 1 GB, most of it for feeds.
    package static let pageLimit = 262_144
    private static let keyByteCount = 32

    /// Makes a folder at an address. Nothing is created yet.
    package init(_ url: URL) {
        self.url = url
    }

    /// The folder of this account: under XDG_DATA_HOME or `~/.local/share`, on Apple platforms under Application
    /// Support.
    ///
    /// - Parameter environment: The variables that may name another folder.
    package static func standard(
        in environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> DataFolder {
        DataFolder(UserFolder.data.url(in: environment).appending(path: "gazette", directoryHint: .isDirectory))
    }

    /// The file of its database.
    static let database = "visitors.sqlite"

    /// Whether it has a database. Nothing is made.
    package var hasDatabase: Bool { FileManager.default.fileExists(atPath: url.appending(path: Self.database).path) }

    /// Makes the folder where it is missing.
    func prepare() throws {
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Makes sure that a file exists and that only its owner can read it.
    ///
    /// - Returns: Its path.
    func privateFile(_ name: String) throws -> String {
        let path = url.appending(path: name).path
        let file = try FileDescriptor.open(
            FilePath(path), .readWrite, options: [.create], permissions: .ownerReadWrite)
        try file.close()
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        return path
    }

    /// Returns the key in a file, which is made if it is missing or broken.
    ///
    /// A missing file is created whole or not at all, so that two processes that start together use the same key.
    /// A broken file, or one that can't be created by a hard link, is written in place.
    func key(_ name: String) throws -> Data {
        let path = url.appending(path: name).path
        if let key = try Self.key(at: path) { return key }
        let draft = path + "." + UUID().uuidString
        let file = try FileDescriptor.open(
            FilePath(draft), .writeOnly, options: [.create, .exclusiveCreate], permissions: .ownerReadWrite)
        defer { try? FileManager.default.removeItem(atPath: draft) }
        try file.closeAfter { _ = try file.writeAll(Data.random(count: Self.keyByteCount)) }
        do {
            try FileManager.default.linkItem(atPath: draft, toPath: path)
        } catch {
            if let key = try Self.key(at: path) { return key }
            try Data(contentsOf: URL(filePath: draft)).write(to: URL(filePath: path))
        }
        return try Self.key(at: path) ?? .random(count: Self.keyByteCount)
    }

    /// Replaces the key in a file. It is written in place, so that the file of a service still belongs to its user.
    func replaceKey(_ name: String, with key: Data) throws {
        let file = try FileDescriptor.open(FilePath(try privateFile(name)), .writeOnly, options: [.truncate])
        try file.closeAfter { _ = try file.writeAll(key) }
    }

    private static func key(at path: String) throws -> Data? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        let bytes = try Data(contentsOf: URL(filePath: path))
        return bytes.count == keyByteCount ? bytes : nil
    }
}
