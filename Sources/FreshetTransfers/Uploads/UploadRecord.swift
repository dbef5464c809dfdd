import Foundation
import FreshetCore

/// The file that stores an upload's address, so that another process can continue it.
struct UploadRecord: Sendable {
    private struct Content: Codable {
        /// A digest of the request. The request itself may contain secrets.
        var request: String
        var content: String
        var address: String
    }

    let file: URL
    let request: String
    let content: String

    /// Returns the address of the same upload, or `nil` if there is none.
    func address() -> String? {
        guard let data = try? Data(contentsOf: file),
            let stored = try? JSONDecoder().decode(Content.self, from: data),
            stored.request == request, stored.content == content
        else { return nil }
        return stored.address
    }

    /// - Throws: ``FetchError/Kind-swift.enum/file(_:)`` if the file can't be written.
    func write(_ address: String) throws(FetchError) {
        do {
            let data = try JSONEncoder().encode(Content(request: request, content: content, address: address))
            // The address alone may be enough to modify the upload, so only the owner may read the file.
            try PrivateFile.replace(file, with: data)
        } catch {
            throw FetchError(.file("The file \(file.path) can't be written."), underlying: error)
        }
    }

    func remove() { try? FileManager.default.removeItem(at: file) }
}
