import Foundation
import HTTPTypes
import Hummingbird
import LivePages
import NIOCore
import ReaderStorage

/// The interface by which terminals read and change what an account has read, saved and set, as JSON.
///
/// A token of the account's page names the account, in `Authorization` (RFC 6750 §2.1): no browser sends it by itself.
struct SyncRoutes {
    let accounts: Accounts

    func add(to router: TableRouter) {
        router.get("/sync/marks") { request, context in
            try await respond(request, context) { person in
                try Self.response(await marks(of: person.account))
            }
        }
        let limit = router.limit(of: "/sync/marks")
        router.post("/sync/marks") { request, context in
            try await respond(request, context) { person in
                guard let buffer = try? await request.body.collect(upTo: limit),
                    let change = try? JSONDecoder().decode(
                        SharedMarks.Change.self, from: Data(buffer.readableBytesView)),
                    let changes = Self.changes(change, accounts.now),
                    let account = try await set(change.settings, of: person.account)
                else { return Response(status: .badRequest) }
                let marks = await accounts.visitors.marks(of: account.visitor)
                for change in changes { marks.apply(change) }
                await accounts.visitors.flush(account.visitor)
                return try Self.response(await self.marks(of: account))
            }
        }
        router.post("/sync/sign-out") { request, context in
            try await respond(request, context) { person in
                if let session = person.session {
                    try await accounts.store.endSession(session.id, of: person.account.visitor)
                }
                return Response(status: .noContent)
            }
        }
    }

    private func respond(
        _ request: Request, _ context: WebContext, _ body: (SignedIn) async throws -> Response
    ) async throws -> Response {
        do {
            guard let token = Self.token(of: request),
                let person = try await accounts.store.session(
                    token, .terminal, address: context.peer, now: accounts.now)
            else { return Response(status: .unauthorized, headers: [.wwwAuthenticate: "Bearer"]) }
            return try await body(person)
        } catch {
            accounts.note(error)
            return Response(status: .serviceUnavailable, headers: [.retryAfter: "5"])
        }
    }

    private static func token(of request: Request) -> SecretToken? {
        let parts = request.headers[.authorization]?.split(separator: " ") ?? []
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return SecretToken(String(parts[1]))
    }

    /// Returns the changes of marks; `nil` if one of them is invalid.
    private static func changes(_ change: SharedMarks.Change, _ now: Date) -> [Marks.Change]? {
        func keys(_ texts: [String]) -> [Entry.Key]? {
            let keys = texts.compactMap { Entry.Key($0) }
            return keys.count == texts.count && keys.count <= 2000 ? keys : nil
        }
        guard let read = keys(change.read), let unread = keys(change.unread), let remove = keys(change.remove),
            change.save.count <= 500
        else { return nil }
        // The texts of an entry have the same limits as those that a button sends.
        let entries = change.save.compactMap { item in
            Entry(
                line: [item.key, item.title, item.path, item.url ?? "", item.source ?? ""]
                    .map { $0.filter { $0 != "\t" && $0 != "\0" } }.joined(separator: "\t"))
        }
        guard entries.count == change.save.count else { return nil }
        return (read.isEmpty ? [] : [.read(read)]) + (unread.isEmpty ? [] : [.unread(unread)])
            // The first of the list is the newest.
            + entries.reversed().map { .save($0, now) } + remove.map { .remove($0) }
    }

    /// Sets settings of an account. Returns the account with them; `nil` if one of them is no setting.
    private func set(_ settings: [String: String], of account: Account) async throws -> Account? {
        guard !settings.isEmpty else { return account }
        let isValid = settings.allSatisfy { name, value in
            Looks.cookieNames.contains(name) && value.utf8.count <= 200
                && value.utf8.allSatisfy { byte in
                    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "-")
                        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".")
                }
        }
        guard isValid else { return nil }
        var account = account
        let all = Self.settings(of: account).merging(settings) { $1 }
        account.looks = all.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        try await accounts.store.setLooks(account.looks ?? "", of: account.visitor)
        return account
    }

    private static func settings(of account: Account) -> [String: String] {
        let pairs = account.looks?.split(separator: "; ").map { $0.split(separator: "=", maxSplits: 1) } ?? []
        return Dictionary(
            pairs.filter { $0.count == 2 }.map { (String($0[0]), String($0[1])) }, uniquingKeysWith: { $1 })
    }

    private func marks(of account: Account) async -> SharedMarks {
        let marks = await accounts.visitors.marks(of: account.visitor).current
        return SharedMarks(
            name: account.name, read: marks.readKeys.map(\.description),
            saved: marks.saved.map { saved in
                SharedMarks.Item(
                    key: saved.entry.key.description, title: saved.entry.title, path: saved.entry.path,
                    url: saved.entry.original?.absoluteString, source: saved.entry.source,
                    date: saved.date.timeIntervalSince1970)
            }, settings: Self.settings(of: account))
    }

    private static func response(_ marks: SharedMarks) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Response(
            status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: try encoder.encode(marks))))
    }
}
