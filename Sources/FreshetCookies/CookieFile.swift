import Foundation
import FreshetCore
import FreshetDigests

/// A jar's file, which contains JSON, is readable only by its owner, and is always replaced
/// atomically.
///
/// It is written on a dispatch queue, since waiting for the disk would block a cooperative thread.
final class CookieFile: Sendable {
    /// The largest file that is read. 3,000 cookies of the maximum size take less.
    private static let byteLimit = 32 << 20
    private static let version = 1

    /// The cookies by owner, which is an account's digest, or an empty string for calls without an
    /// account.
    typealias Cookies = [String: [Cookie]]

    private struct Content: Codable {
        let version: Int
        /// The salt for the account digests, so that account names can't be found by guessing.
        var salt: String?
        let cookies: [Row]
    }

    /// A cookie in the file. If it is malformed, only this cookie is lost.
    private struct Row: Codable {
        var cookie: Cookie?
        var owner = ""

        private enum Key: CodingKey {
            case name, value, domain, hostOnly, path, secure, httpOnly, sameSite, expires, account
        }

        init(_ cookie: Cookie, of owner: String) {
            self.cookie = cookie
            self.owner = owner
        }

        init(from decoder: any Decoder) throws {
            guard let row = try? decoder.container(keyedBy: Key.self) else { return }
            let read = try? Cookie(
                name: row.decode(String.self, forKey: .name), value: row.decode(String.self, forKey: .value),
                domain: row.decode(String.self, forKey: .domain),
                isHostOnly: row.decode(Bool.self, forKey: .hostOnly), path: row.decode(String.self, forKey: .path),
                isSecure: row.decode(Bool.self, forKey: .secure), isHTTPOnly: row.decode(Bool.self, forKey: .httpOnly),
                sameSite: row.decodeIfPresent(Cookie.SameSite.self, forKey: .sameSite),
                expires: row.decodeIfPresent(Double.self, forKey: .expires).map(Date.init(timeIntervalSince1970:)))
            cookie = read.flatMap { CookieRules.isSound($0) ? $0 : nil }
            owner = (try? row.decodeIfPresent(String.self, forKey: .account)) ?? ""
        }

        func encode(to encoder: any Encoder) throws {
            guard let cookie else { return }
            var row = encoder.container(keyedBy: Key.self)
            try row.encode(cookie.name, forKey: .name)
            try row.encode(cookie.value, forKey: .value)
            try row.encode(cookie.domain, forKey: .domain)
            try row.encode(cookie.isHostOnly, forKey: .hostOnly)
            try row.encode(cookie.path, forKey: .path)
            try row.encode(cookie.isSecure, forKey: .secure)
            try row.encode(cookie.isHTTPOnly, forKey: .httpOnly)
            try row.encodeIfPresent(cookie.sameSite, forKey: .sameSite)
            try row.encodeIfPresent(cookie.expires?.timeIntervalSince1970, forKey: .expires)
            if !owner.isEmpty { try row.encode(owner, forKey: .account) }
        }
    }

    private let url: URL
    private let queue = DispatchQueue(label: "freshet.cookies")
    /// The revision of the jar that the file contains.
    private let written = Lock<UInt64>(0)
    private let salt = Lock(UUID().uuidString)

    init(_ url: URL) {
        self.url = url
    }

    /// Returns the owner name under which an account's cookies are stored in this file.
    func owner(of identity: String) -> String {
        SHA256.hexDigest(of: "\(salt.withLock { $0 }) \(identity)".utf8)
    }

    func read() -> (cookies: Cookies, problem: CookieFileProblem?) {
        guard FileManager.default.fileExists(atPath: url.path) else { return ([:], nil) }
        let data: Data
        do {
            let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
            guard (attributes[.size] as? NSNumber)?.intValue ?? 0 <= Self.byteLimit else {
                return ([:], CookieFileProblem(kind: .damaged, reason: "it is too large"))
            }
            data = try Data(contentsOf: url)
        } catch {
            return ([:], CookieFileProblem(kind: .unreadable, reason: Self.reason(error)))
        }
        // The description of a decoding error may contain cookie values.
        guard let content = try? JSONDecoder().decode(Content.self, from: data), content.version == Self.version else {
            return ([:], CookieFileProblem(kind: .damaged, reason: "it is not in the form of version \(Self.version)"))
        }
        if let stored = content.salt { salt.withLock { $0 = stored } }
        let rows = content.cookies.filter { $0.cookie != nil }
        let cookies = Dictionary(grouping: rows, by: \.owner).mapValues { $0.compactMap(\.cookie) }
        let lost = content.cookies.count - rows.count
        return (cookies, lost == 0 ? nil : CookieFileProblem(kind: .damaged, reason: "\(lost) cookies are unusable"))
    }

    /// Writes the cookies, unless a newer revision has been written. Callers that wait at the same
    /// time share one write.
    ///
    /// - Parameter content: Returns the cookies and their revision. It is called right before the
    ///   write.
    func save(
        _ revision: UInt64, _ content: @escaping @Sendable () -> (Cookies, UInt64)
    ) async -> CookieFileProblem? {
        await withCheckedContinuation { continuation in
            queue.async { [self] in continuation.resume(returning: write(revision, content)) }
        }
    }

    private func write(_ revision: UInt64, _ content: () -> (Cookies, UInt64)) -> CookieFileProblem? {
        // A write that was queued earlier has already written this revision: it reads the jar only when its turn comes.
        guard written.withLock({ $0 < revision }) else { return nil }
        let (cookies, revision) = content()
        do {
            let rows = cookies.sorted { $0.key < $1.key }.flatMap { owner, cookies in
                cookies.map { Row($0, of: owner) }
            }
            let salt = cookies.keys.contains { !$0.isEmpty } ? salt.withLock { $0 } : nil
            let content = Content(version: Self.version, salt: salt, cookies: rows)
            try PrivateFile.replace(url, with: JSONEncoder().encode(content))
            written.withLock { $0 = revision }
            return nil
        } catch {
            return CookieFileProblem(kind: .notWritten, reason: Self.reason(error))
        }
    }

    private static func reason(_ error: any Error) -> String {
        let error = error as NSError
        return "\(error.domain) \(error.code)"
    }
}
