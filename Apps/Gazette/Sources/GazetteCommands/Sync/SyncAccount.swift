import Foundation
import Freshet
import ReaderModels
import ReaderStorage

/// The account of a web app that this machine uses, in a file that only its owner can read.
struct SyncAccount: Codable, Sendable {
    /// The address of the web app.
    let address: String
    let token: String
    /// The name of the account; `nil` if an earlier version has stored it.
    var name: String?

    private static var file: URL { AccountFiles.folder.appending(path: "sync.json") }

    static func load() -> SyncAccount? {
        guard let data = try? Data(contentsOf: file) else { return nil }
        return try? JSONDecoder().decode(SyncAccount.self, from: data)
    }

    /// - Throws: ``Failure`` when the file can't be written.
    func save() throws {
        let folder = AccountFiles.folder
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let draft = "\(Self.file.path).\(UUID().uuidString)"
            let data = try JSONEncoder().encode(self)
            guard FileManager.default.createFile(atPath: draft, contents: data, attributes: [.posixPermissions: 0o600]),
                rename(draft, Self.file.path) == 0
            else { throw CocoaError(.fileWriteUnknown) }
        } catch {
            throw Failure(.unwritable, "The token can't be stored in \(Self.file.path).")
        }
    }

    static func erase() { try? FileManager.default.removeItem(at: file) }

    /// The file with the changes that were not sent yet. Different accounts never share one.
    var outboxFile: URL {
        let names = [address, name ?? ""].map { $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }
        return AccountFiles.folder.appending(path: "outbox-marks-\(names.joined(separator: "-")).sqlite")
    }

    /// Runs a body with the outbox, which is closed afterwards.
    ///
    /// - Throws: ``Failure`` if its file can't be opened.
    func withOutbox<Value>(_ body: (MarksOutbox) async throws -> Value) async throws -> Value {
        try await MarksOutbox.with(outboxFile, client, body)
    }

    /// The client of the account.
    var client: Client<SyncService> {
        var configuration = ClientConfiguration(transport: DefaultTransport.shared, cache: nil)
        configuration.limits.callTimeout = .seconds(20)
        return Client(SyncService(address: address, token: token), configuration)
    }
}

/// The interface of a web app for terminals.
struct SyncService: Service {
    let baseURL: String
    let credentials: Credentials?
    /// The key of an item names it, and the setting `keys` is about the keyboard.
    var secretNames: SecretNames { .standard.removing("key", "keys") }

    init(address: String, token: String) {
        baseURL = address
        credentials = .bearer(token)
    }
}

extension Request where API == SyncService, Value == SharedMarks {
    /// What the account has read, saved and set.
    static var marks: Self { Request("sync/marks") }

    /// Changes it. The same change may be sent twice.
    static func change(_ change: SharedMarks.Change) -> Self {
        Request("sync/marks", method: .post, body: .json(change))
    }
}

extension Request where API == SyncService, Value == Void {
    /// Ends the session of the token.
    static var signOut: Self { Request("sync/sign-out", method: .post, reading: .nothing) }
}
