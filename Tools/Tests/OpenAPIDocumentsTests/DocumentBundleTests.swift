import Foundation
import OpenAPIDocuments
import Testing

/// Bundles documents that stand in a dictionary.
struct DocumentBundleTests {
    private let address = URL(string: "https://api.example/v1/openapi.yaml")!
    private let access = DocumentBundle.Access(hosts: ["api.example"])

    private func node(_ text: String) throws -> DocumentNode { try DocumentReader.read(Data(text.utf8)) }

    /// Bundles a document with others, which are loaded in the returned order.
    private func bundled(
        _ text: String, with others: [String: String], access: DocumentBundle.Access? = nil, at address: URL? = nil
    ) async throws -> (root: DocumentNode, loaded: [String]) {
        let loads = Loads()
        let root = try await DocumentBundle.bundled(
            node(text), at: address ?? self.address, access: access ?? self.access
        ) { address in
            await loads.add(address.absoluteString)
            return Data(try #require(others[address.absoluteString]).utf8)
        }
        return (root, await loads.addresses)
    }

    private actor Loads {
        private(set) var addresses: [String] = []
        func add(_ address: String) { addresses.append(address) }
    }

    @Test func referencesLeadToTheOtherDocuments() async throws {
        let (root, loaded) = try await bundled(
            """
            openapi: 3.1.0
            paths: {/films: {$ref: 'paths/films.yaml#/list'}}
            components: {schemas: {Year: {type: integer}}}
            """,
            with: [
                "https://api.example/v1/paths/films.yaml": """
                list: {get: {responses: {"200": {content: {application/json: {schema: {$ref: '../Film.yaml'}}}}}}}
                """,
                "https://api.example/v1/Film.yaml": """
                type: object
                properties:
                  year: {$ref: 'openapi.yaml#/components/schemas/Year'}
                  sequel: {$ref: '#'}
                  actor: {$ref: '#/definitions/Actor'}
                definitions: {Actor: {type: string}}
                """,
            ])
        #expect(loaded == ["https://api.example/v1/paths/films.yaml", "https://api.example/v1/Film.yaml"])
        let document = try OpenAPIDocument(root)
        #expect(document.operations.map(\.path) == ["/films"])
        let responses = try document.operations[0].responses(in: document)
        let film = try document.resolved(#require(responses.first?.contents.first?.schema))
        let properties = try #require(film["properties"])
        #expect(try document.resolved(#require(properties["year"]))["type"]?.string == "integer")
        #expect(try document.resolved(#require(properties["actor"]))["type"]?.string == "string")
        #expect(try document.resolved(#require(properties["sequel"]))["properties"] != nil)
        #expect(film.location.description == "Film.yaml:1:1")
    }

    @Test func aDocumentIsLoadedOnce() async throws {
        let (_, loaded) = try await bundled(
            "a: {$ref: 'x.json#/a'}\nb: {$ref: 'https://api.example/v1/x.json#/b'}\n",
            with: ["https://api.example/v1/x.json": #"{"a": {"$ref": "x.json#/b"}, "b": 1}"#])
        #expect(loaded == ["https://api.example/v1/x.json"])
    }

    @Test(
        "Documents that may not be read",
        arguments: [
            "https://other.example/x.yaml#/a", "file:///etc/hosts", "ftp://api.example/x.yaml", "//other.example/x",
        ])
    func whatMayNotBeReadIsNotLoaded(_ reference: String) async throws {
        let (root, loaded) = try await bundled("a: {$ref: '\(reference)'}\n", with: [:])
        #expect(loaded.isEmpty)
        #expect(root["a"]?["$ref"]?.string == reference)
    }

    @Test(
        "Files",
        arguments: [("models/a.yaml", true), ("../a.yaml", false), ("/etc/hosts", false), ("link/a.yaml", false)])
    func filesInTheFolderMayBeRead(_ reference: String, _ isRead: Bool) async throws {
        let folder = URL.temporaryDirectory.appending(path: "bundle-\(UUID())/api", directoryHint: .isDirectory)
        defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: folder.appending(path: "link"), withDestinationURL: folder.deletingLastPathComponent())
        try Data("b: 1".utf8).write(to: folder.appending(path: "../a.yaml").standardizedFileURL)
        let main = folder.appending(path: "openapi.yaml")
        let other = folder.appending(path: reference).absoluteString
        let (_, loaded) = try await bundled(
            "a: {$ref: '\(reference)'}\n", with: [other: "b: 1\n"], access: DocumentBundle.Access(folder: folder),
            at: main)
        #expect(loaded == (isRead ? [other] : []))
    }

    @Test func errorsNameTheOtherDocument() async throws {
        do {
            _ = try await bundled(
                "a: {$ref: 'x.json'}\n", with: ["https://api.example/v1/x.json": "{\"a\": 1,\n \"b\": }"])
            Issue.record("The document must be refused.")
        } catch let error as DocumentError {
            #expect(error.location?.description == "x.json:2:7")
        }
    }

    @Test func valuesOfADiscriminatorAreReferencesOrNames() async throws {
        let (root, _) = try await bundled(
            "discriminator: {propertyName: type, mapping: {cat: 'animals.yaml#/Cat', dog: Dog}}\n",
            with: ["https://api.example/v1/animals.yaml": "Cat: {type: object}\n"])
        let mapping = try #require(root["discriminator"]?["mapping"])
        #expect(mapping["cat"]?.string == "#/x-freshet-documents/animals/Cat")
        #expect(mapping["dog"]?.string == "Dog")
    }

    @Test func moreThan256DocumentsAreAnError() async throws {
        let references = (0..<300).map { "k\($0): {$ref: 'd\($0).yaml'}" }.joined(separator: "\n")
        let others = Dictionary(uniqueKeysWithValues: (0..<300).map { ("https://api.example/v1/d\($0).yaml", "a: 1") })
        await #expect(throws: DocumentError.self) { _ = try await bundled(references, with: others) }
    }
}
