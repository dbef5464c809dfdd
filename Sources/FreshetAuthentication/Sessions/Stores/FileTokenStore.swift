public import Foundation
import FreshetCore

/// Stores a token in a file that only its owner may read and that several processes may share.
///
/// ```swift
/// let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
/// let store = FileTokenStore<TicketTokens.Token>(file: folder.appending(path: "tickets/session.json"))
/// ```
///
/// Tokens are replaced atomically: a process that is killed leaves either the old token or the new
/// one. While one process renews the token, the others wait, and then use the token that it has
/// stored. The token isn't encrypted; on Apple platforms, use `KeychainTokenStore` for that.
public final class FileTokenStore<Token: Codable & Sendable>: TokenStore {
    private let file: URL
    /// Held during a renewal.
    private let renewalLock: FileLock
    /// Held while the file is compared and written.
    private let writeLock: FileLock
    private let queue = DispatchQueue(label: "freshet.token")

    /// Makes a store that uses a file. The file and its folder are created when a token is stored.
    ///
    /// Two more files are created beside it. They are empty, and processes lock them.
    public init(file: URL) {
        self.file = file
        renewalLock = FileLock(file.appendingPathExtension("renewal-lock"))
        writeLock = FileLock(file.appendingPathExtension("write-lock"))
    }

    /// The name of the account whose token is stored.
    public func account() -> String? { try? content()?.account }

    /// Returns the stored token, or `nil` if there is none or the file is damaged.
    ///
    /// - Throws: ``TokenStoreError`` if the file can't be read.
    public func read() async throws(TokenStoreError) -> StoredToken<Token>? {
        try await onQueue { [self] in try content() }
    }

    /// Stores a token.
    ///
    /// - Throws: ``TokenStoreError`` if the file can't be written.
    public func write(_ token: StoredToken<Token>, replacing old: UUID?) async throws(TokenStoreError) -> Bool {
        try await onQueue { [self] in
            let lock = try writeLock.acquire()
            defer { try? lock.close() }
            if let old, try content()?.id != old { return false }
            try PrivateFile.replace(file, with: JSONEncoder().encode(token))
            return true
        }
    }

    /// Removes the file.
    ///
    /// - Throws: ``TokenStoreError`` if it can't be removed.
    public func erase() async throws(TokenStoreError) {
        try await onQueue { [self] in
            // Before the lock, whose file would create the folder of a store that was never used.
            guard FileManager.default.fileExists(atPath: file.path) else { return }
            let lock = try writeLock.acquire()
            defer { try? lock.close() }
            guard unlink(file.path) == 0 || errno == ENOENT else { throw FileLock.problem() }
        }
    }

    /// Runs a renewal while no other process runs one. It waits for a renewal of another process to
    /// end.
    ///
    /// - Throws: ``TokenStoreError`` if the files can't be locked.
    public func withExclusiveAccess(_ renewal: @Sendable () async -> Void) async throws(TokenStoreError) {
        let held = try await renewalLock.acquired()
        await renewal()
        try? held.close()
    }

    private func onQueue<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws(TokenStoreError) -> Value {
        try await queue.run(body) { _ in "The file \(file.path) can't be used" }
    }

    // MARK: - The file

    private func content() throws -> StoredToken<Token>? {
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        return try? JSONDecoder().decode(StoredToken<Token>.self, from: Data(contentsOf: file))
    }
}
