import Foundation
import HTTPTypes

/// What an answer is stored under: an address, and who asked.
///
/// Answers that belong to different callers never meet, and no secret is in a key.
public struct CacheKey: Sendable, Hashable, Codable {
    /// The address with the values of secret items replaced.
    public let url: String
    /// A digest of all secrets that the request carries; empty where it carries none.
    public let identity: String

    public init(url: String, identity: String = "") {
        self.url = url
        self.identity = identity
    }
}

extension PreparedRequest {
    /// What the answer to the request is stored under.
    var cacheKey: CacheKey {
        var secrets: [String] = []
        for credential in self.credentials {
            guard let secret = credential.secret(), !secret.isEmpty else { continue }
            switch credential.place {
            case .header(let name, let prefix):
                secrets.append("\(name.canonicalName): \(self.headers[name] ?? prefix + secret)")
            case .query(let name): secrets.append("?\(name)=\(secret)")
            case .path: secrets.append("/\(secret)")
            }
        }
        for field in self.headers where self.secretNames.contains(field.name) {
            secrets.append("\(field.name.canonicalName): \(field.value)")
        }
        let url = url
        if self.address.query != nil || !self.secretPieces.isEmpty {
            let text = self.address.text
            if url != text { secrets.append(text) }
        }
        return CacheKey(
            url: url, identity: secrets.isEmpty ? "" : SHA256.hex(of: secrets.joined(separator: "\n")))
    }

    /// Whether one of the credentials shows in a text: servers repeat the addresses that they are asked for.
    func showsSecret(in text: String) -> Bool {
        secretTexts.contains { text.contains($0) }
    }

    /// Whether one of the credentials shows in a body.
    func showsSecret(in body: Data) -> Bool {
        secretTexts.contains { body.range(of: Data($0.utf8)) != nil }
    }

    /// The secrets as they are, and as they are written in addresses. Those so short that they show by chance, as the
    /// free keys of some services do, are left out.
    private var secretTexts: Set<String> {
        var texts: Set<String> = []
        for credential in self.credentials {
            guard let secret = credential.secret(), secret.utf8.count >= 8 else { continue }
            var encoded = ""
            PercentEncoding.append(secret, to: &encoded)
            texts.formUnion([secret, encoded])
        }
        return texts
    }
}
