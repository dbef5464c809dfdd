import ArgumentParser
import Foundation
import Freshet
import OpenAPIDocuments

/// A document in a file or at an address.
struct DocumentSource {
    let text: String

    /// The last part of the path or the address.
    var name: String { url.lastPathComponent }

    private var isAddress: Bool { text.hasPrefix("https://") || text.hasPrefix("http://") }

    private var url: URL {
        isAddress ? URL(string: text) ?? URL(filePath: text) : URL(filePath: text)
    }

    /// Reads the document, and those to which it refers: files in its folder, and documents of the given hosts.
    func node(allowing hosts: [String]) async throws -> DocumentNode {
        // A document at the address that was given may have moved.
        let data = isAddress ? try await Self.load(text, redirects: .follow) : try FileData.read(text)
        let access = DocumentBundle.Access(
            hosts: Set(hosts), folder: isAddress ? nil : url.deletingLastPathComponent())
        return try await DocumentBundle.bundled(DocumentReader.read(data), at: url, access: access) { address in
            address.isFileURL
                ? try FileData.read(address.path)
                : try await Self.load(address.absoluteString, redirects: .sameOrigin)
        }
    }

    private struct Origin: Service {
        let baseURL: String
    }

    private static func load(_ address: String, redirects: RedirectMode) async throws -> Data {
        let client = Client(Origin(baseURL: address))
        let request = Request<Origin, Data>(.absolute(address)).bodyLimit(64 << 20).redirecting(redirects)
        do { return try await client.value(for: request) } catch {
            Console.error("\(address): \(error.localizedDescription)")
            throw ExitCode(66)
        }
    }
}
