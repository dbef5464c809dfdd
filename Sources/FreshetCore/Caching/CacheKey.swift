import Foundation
import FreshetDigests
import HTTPTypes

/// The key of a stored response: its address and the identity of the caller.
///
/// Callers with different secrets never share a response. A key contains no secret.
///
/// Its digests are unsalted, so that they are equal in all stores of a process. A store on disk
/// replaces them with digests that use a random salt of its own, as `SQLiteCacheStore` does: the
/// text behind an unsalted digest, such as an email address, can be guessed by trial and error.
public struct CacheKey: Sendable, Hashable, Codable {
    /// The address with the values of secret items replaced.
    public let url: String
    /// The identity of the caller, as digests.
    ///
    /// It is a digest of the account, then a plus sign and a digest of everything else that
    /// distinguishes the request: its other secrets, and the body of a read. A part that doesn't
    /// apply is omitted, and so is the plus sign if only one part remains.
    public let identity: String

    /// Makes a key.
    public init(url: String, identity: String = "") {
        self.url = url
        self.identity = identity
    }

    /// Joins the digests of an account and of other secrets.
    static func identity(account: String, secrets: String) -> String {
        if account.isEmpty { return secrets }
        return secrets.isEmpty ? account : "\(account)+\(secrets)"
    }

    /// Returns whether the key belongs to an account, or to the caller with exactly this identity.
    package func belongs(to identity: String) -> Bool {
        // The owner is a text of the app's choice: without the check of what follows, `ann` would match `anna`.
        guard self.identity.hasPrefix(identity) else { return false }
        let rest = self.identity.utf8.dropFirst(identity.utf8.count)
        return rest.isEmpty || rest.first == UInt8(ascii: "+")
    }
}

extension OutgoingRequest {
    /// The key under which the response to the request is stored.
    var cacheKey: CacheKey {
        // The identity is that of the call's start: with a token renewed in between, two stages of one call would
        // use different keys.
        var secrets = (origin.identity ?? CredentialIdentity(credentials)).texts(in: self)
        for identity in identities { secrets += identity.cacheTexts }
        // Servers often forget `Vary` for such a field, so the key itself keeps their callers apart.
        for field in headersWithoutTracing where origin.secretNames.contains(field.name) {
            secrets.append("\(field.name.canonicalName): \(field.value)")
        }
        if address.query != nil || !origin.secretPieces.isEmpty {
            let text = address.text
            // `url` has placeholders for secret values, so it is the same text for two callers with different ones.
            if url != text { secrets.append(text) }
        }
        // `Vary` can't name the content of a request, but that selects the response to a QUERY or a read by POST.
        if let content = contentText { secrets.append(content) }
        let digest = secrets.isEmpty ? "" : SHA256.hexDigest(of: secrets.joined(separator: "\n").utf8)
        return CacheKey(url: url, identity: CacheKey.identity(account: owner, secrets: digest))
    }
}

extension OutgoingRequest {
    /// The fields by which a stored response is selected, including those that later stages add.
    var selectingFields: HTTPFields {
        var fields = headers
        for field in identities.lazy.flatMap(\.fields) { fields[field.name] = field.value }
        return fields
    }

    /// Returns the position of the stored response that matches the request; `nil` if none does.
    func selected(from entries: [CacheEntry]) -> Int? {
        // Most addresses have one response, which depends on no field.
        if entries.count == 1, entries[0].response.selectors.isEmpty { return 0 }
        return Variants.selected(
            from: entries.lazy.map(\.response), for: selectingFields, secretNames: origin.secretNames)
    }
}

/// The secrets with which a request was sent, both plain and percent-encoded as in addresses.
///
/// Secrets of fewer than 8 bytes are ignored, since a text may contain them by chance. The free
/// keys of some services are that short.
struct Secrets {
    private let texts: Set<String>

    init(_ secrets: [String]) {
        var texts: Set<String> = []
        // A short secret appears in many bodies by chance: nothing of the service would then be stored.
        for secret in secrets where secret.utf8.count >= 8 {
            var encoded = ""
            PercentEncoding.append(secret, to: &encoded)
            texts.formUnion([secret, encoded])
        }
        self.texts = texts
    }

    /// Returns whether a text contains one of them. Servers repeat the requested address.
    func show(in text: String) -> Bool {
        texts.contains { text.contains($0) }
    }

    /// Returns whether a body contains one of them.
    func show(in body: Data) -> Bool {
        texts.contains { body.range(of: Data($0.utf8)) != nil }
    }
}
