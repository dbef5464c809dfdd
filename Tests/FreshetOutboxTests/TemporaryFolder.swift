import Foundation

/// A folder that is removed with the object.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "freshet-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The file of an outbox.
    var file: URL { url.appending(path: "deep/outbox.sqlite") }

    /// Whether any file of the folder contains a text.
    func contains(_ text: String) throws -> Bool {
        let names = try FileManager.default.subpathsOfDirectory(atPath: url.path)
        return names.contains { name in
            guard let data = FileManager.default.contents(atPath: url.appending(path: name).path) else { return false }
            return data.range(of: Data(text.utf8)) != nil
        }
    }
}
