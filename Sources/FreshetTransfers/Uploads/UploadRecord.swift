import Foundation
import FreshetCore

/// The file with the address of an upload, with which another process can continue it.
struct UploadRecord: Sendable {
    private struct Content: Codable {
        /// A digest of the request, which may hold secrets.
        var request: String
        var content: String
        var address: String
    }

    let file: URL
    let request: String
    let content: String

    /// The address of the same upload; `nil` where there is none.
    func address() -> String? {
        guard let data = try? Data(contentsOf: file),
            let stored = try? JSONDecoder().decode(Content.self, from: data),
            stored.request == request, stored.content == content
        else { return nil }
        return stored.address
    }

    /// - Throws: ``FetchError/Kind-swift.enum/file(_:)``.
    func write(_ address: String) throws(FetchError) {
        do {
            let data = try JSONEncoder().encode(Content(request: request, content: content, address: address))
            // The address alone may be enough to change the upload.
            try PrivateFile.replace(file, with: data)
        } catch {
            throw FetchError(.file("The file \(file.path) can't be written."), underlying: error)
        }
    }

    func remove() { try? FileManager.default.removeItem(at: file) }
}
