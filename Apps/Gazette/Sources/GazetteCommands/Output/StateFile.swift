import Foundation
import ReaderStorage

/// A file that stores a value for later commands, in the folder of XDG_STATE_HOME or `~/.local/state`.
///
/// Only its owner can read it, since it shows what the user has read.
struct StateFile {
    let url: URL

    /// Makes a file with a name in the folder of Gazette.
    init(name: String) {
        url = UserFolder.state.url(in: Console.current.environment).appending(path: "gazette/\(name)")
    }

    /// Reads the value; `nil` if there is none, or if it can't be decoded.
    func load<Value: Decodable>(_ type: Value.Type) -> Value? {
        guard let data = try? Data(contentsOf: url) else { return nil }
        return try? JSONDecoder().decode(Value.self, from: data)
    }

    /// Replaces the stored value. An error of writing is ignored: the value is lost, and the command continues.
    func save(_ value: some Encodable) {
        guard let data = try? JSONEncoder().encode(value) else { return }
        try? FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let draft = "\(url.path).\(UUID().uuidString)"
        guard FileManager.default.createFile(atPath: draft, contents: data, attributes: [.posixPermissions: 0o600])
        else { return }
        if rename(draft, url.path) != 0 { try? FileManager.default.removeItem(atPath: draft) }
    }
}
