import ArgumentParser
import Foundation
import Freshet
import OpenAPIDocuments

/// A document in a file or at an address.
struct DocumentSource {
    let text: String

    /// The last part of the path or the address.
    var name: String {
        isAddress ? URL(string: text)?.lastPathComponent ?? text : URL(filePath: text).lastPathComponent
    }

    private var isAddress: Bool { text.hasPrefix("https://") || text.hasPrefix("http://") }

    /// Reads the document.
    func node() async throws -> DocumentNode {
        let data = isAddress ? try await Self.load(text) : try FileData.read(text)
        return try DocumentReader.read(data)
    }

    private struct Origin: Service {
        let baseURL: String
    }

    private static func load(_ address: String) async throws -> Data {
        let client = Client(Origin(baseURL: address))
        let request = Request<Origin, Data>(.absolute(address)).bodyLimit(64 << 20)
        do { return try await client.value(for: request) } catch {
            Console.error("\(address): \(error)")
            throw ExitCode(66)
        }
    }
}
