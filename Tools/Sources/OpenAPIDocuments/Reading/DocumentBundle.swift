public import Foundation

/// A document together with the documents that it refers to, as one.
///
/// The other documents become members of the first one, and references to them lead there. References to
/// documents that may not be read stay as they are.
public struct DocumentBundle {
    /// Which other documents may be read.
    public struct Access: Sendable {
        /// The hosts whose documents may be requested.
        public var hosts: Set<String>
        /// The folder whose files may be read, including its subfolders; `nil` for no files.
        public var folder: URL?

        /// Allows the documents of some hosts, and the files of a folder.
        public init(hosts: Set<String> = [], folder: URL? = nil) {
            self.hosts = hosts
            self.folder = folder
        }

        func allows(_ address: URL) -> Bool {
            guard address.isFileURL else {
                guard let scheme = address.scheme, ["http", "https"].contains(scheme) else { return false }
                return address.host.map(hosts.contains) ?? false
            }
            guard let folder else { return false }
            // A link out of the folder leads out of it as well.
            let allowed = folder.resolvingSymlinksInPath().standardizedFileURL.pathComponents
            return address.resolvingSymlinksInPath().standardizedFileURL.pathComponents.starts(with: allowed)
        }
    }

    /// A document whose references have not been followed yet.
    private struct Part {
        let node: DocumentNode
        let address: URL
        /// The key of the document in the bundle; `nil` for the first document.
        let key: String?
    }

    /// The member that contains the other documents.
    static let member = "x-freshet-documents"
    /// The maximum number of other documents.
    static let limit = 256

    private let access: Access
    private let load: (URL) async throws -> Data
    private var keys: [URL: String] = [:]
    private var waiting: [(address: URL, key: String, reference: TextLocation)] = []
    private let root: URL

    private init(of root: URL, access: Access, load: @escaping (URL) async throws -> Data) {
        self.root = root
        self.access = access
        self.load = load
    }

    /// Returns a document that contains all documents to which it leads.
    ///
    /// - Parameters:
    ///   - node: The first document.
    ///   - address: Its address, to which references are relative.
    ///   - access: Which documents may be read. Without any, nothing is read.
    ///   - load: Loads the document at an address, which is the address of a file or of an allowed host.
    /// - Throws: A ``DocumentError`` if one of the documents is wrong, or the error of `load`.
    public static func bundled(
        _ node: DocumentNode, at address: URL, access: Access, load: @escaping (URL) async throws -> Data
    ) async throws -> DocumentNode {
        var bundle = DocumentBundle(of: address.withoutFragment, access: access, load: load)
        let first = try bundle.followed(Part(node: node, address: bundle.root, key: nil))
        var others: [DocumentMapping.Entry] = []
        while !bundle.waiting.isEmpty {
            let next = bundle.waiting.removeFirst()
            let node = try await bundle.document(at: next.address)
            let part = Part(node: node, address: next.address, key: next.key)
            others.append(
                DocumentMapping.Entry(key: next.key, location: next.reference, value: try bundle.followed(part)))
        }
        guard !others.isEmpty, let mapping = first.mapping else { return first }
        let location = first.location
        let member = DocumentMapping.Entry(
            key: Self.member, location: location, value: DocumentNode(.mapping(DocumentMapping(others)), at: location))
        return DocumentNode(.mapping(DocumentMapping(mapping.entries + [member])), at: location)
    }

    private func document(at address: URL) async throws -> DocumentNode {
        let data = try await load(address)
        let name = address.lastPathComponent
        do throws(DocumentError) {
            return try DocumentReader.read(data).located(in: name)
        } catch {
            throw DocumentError(error.kind, error.message, at: error.location?.located(in: name))
        }
    }

    // MARK: - References

    /// Returns a document whose references lead to the bundle.
    private mutating func followed(_ part: Part) throws(DocumentError) -> DocumentNode {
        try followed(part.node, in: part)
    }

    private mutating func followed(_ node: DocumentNode, in part: Part) throws(DocumentError) -> DocumentNode {
        switch node.content {
        case .null, .boolean, .number, .string: return node
        case .list(let elements):
            var new: [DocumentNode] = []
            for element in elements { new.append(try followed(element, in: part)) }
            return DocumentNode(.list(new), at: node.location)
        case .mapping(let mapping):
            var entries: [DocumentMapping.Entry] = []
            for entry in mapping.entries {
                let value = try followed(entry, in: part)
                entries.append(DocumentMapping.Entry(key: entry.key, location: entry.location, value: value))
            }
            return DocumentNode(.mapping(DocumentMapping(entries)), at: node.location)
        }
    }

    private mutating func followed(
        _ entry: DocumentMapping.Entry, in part: Part
    ) throws(DocumentError) -> DocumentNode {
        if entry.key == "$ref" { return try reference(entry.value, in: part) }
        guard entry.key == "discriminator", let mapping = entry.value["mapping"]?.mapping,
            let discriminator = entry.value.mapping
        else { return try followed(entry.value, in: part) }
        // Its values are references, or names of schemas.
        var targets: [DocumentMapping.Entry] = []
        for target in mapping.entries {
            let isReference = target.value.string.map { $0.contains("/") || $0.contains("#") } ?? false
            let value = isReference ? try reference(target.value, in: part) : target.value
            targets.append(DocumentMapping.Entry(key: target.key, location: target.location, value: value))
        }
        let entries = discriminator.entries.map { member in
            guard member.key == "mapping" else { return member }
            let value = DocumentNode(.mapping(DocumentMapping(targets)), at: member.value.location)
            return DocumentMapping.Entry(key: member.key, location: member.location, value: value)
        }
        return DocumentNode(.mapping(DocumentMapping(entries)), at: entry.value.location)
    }

    private mutating func reference(_ node: DocumentNode, in part: Part) throws(DocumentError) -> DocumentNode {
        guard let text = node.string else { return node }
        let fragment = text.firstIndex(of: "#").map { text[text.index(after: $0)...] } ?? ""
        let key: String?
        if text.hasPrefix("#") {
            guard let own = part.key else { return node }
            key = own
        } else {
            guard let address = URL(string: text, relativeTo: part.address)?.withoutFragment else { return node }
            if address == root {
                key = nil
            } else {
                guard let other = try self.key(of: address, at: node.location) else { return node }
                key = other
            }
        }
        let start = key.map { "#/\(Self.member)/\($0)" } ?? "#"
        return DocumentNode(.string(start + fragment), at: node.location)
    }

    /// Returns the key of another document; `nil` if it may not be read.
    private mutating func key(of address: URL, at location: TextLocation) throws(DocumentError) -> String? {
        if let key = keys[address] { return key }
        guard access.allows(address) else { return nil }
        guard keys.count < Self.limit else {
            throw .wrong("The document refers to more than \(Self.limit) others.", at: location)
        }
        let name = address.deletingPathExtension().lastPathComponent
        // It becomes a part of references and the name of a type.
        let base = String(name.unicodeScalars.map { $0.isReference ? Character($0) : "-" })
        var key = base
        var number = 2
        while keys.values.contains(key) {
            key = "\(base)\(number)"
            number += 1
        }
        keys[address] = key
        waiting.append((address, key, location))
        return key
    }
}

extension Unicode.Scalar {
    /// Whether it stands for itself in a reference.
    fileprivate var isReference: Bool {
        isASCII && (properties.isAlphabetic || ("0"..."9").contains(self) || self == "_" || self == ".")
    }
}

extension URL {
    fileprivate var withoutFragment: URL {
        guard var parts = URLComponents(url: absoluteURL, resolvingAgainstBaseURL: true) else { return absoluteURL }
        parts.fragment = nil
        return (parts.url ?? absoluteURL).standardized
    }
}

extension DocumentNode {
    /// Returns the value with the name of its document in all locations.
    fileprivate func located(in document: String) -> DocumentNode {
        let location = location.located(in: document)
        switch content {
        case .null, .boolean, .number, .string: return DocumentNode(content, at: location)
        case .list(let elements): return DocumentNode(.list(elements.map { $0.located(in: document) }), at: location)
        case .mapping(let mapping):
            let entries = mapping.entries.map { entry in
                DocumentMapping.Entry(
                    key: entry.key, location: entry.location.located(in: document),
                    value: entry.value.located(in: document))
            }
            return DocumentNode(.mapping(DocumentMapping(entries)), at: location)
        }
    }
}

extension TextLocation {
    fileprivate func located(in document: String) -> TextLocation {
        var new = self
        new.document = document
        return new
    }
}
