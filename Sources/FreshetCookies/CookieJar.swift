public import Foundation
public import FreshetCore

/// Stores the cookies that servers set, and adds them to matching requests.
///
/// It follows RFC 6265bis. By default, a client has no jar. With an `AuthenticationSession`,
/// cookies from the responses to an account's calls belong to that account: they are sent only for
/// that account, and removed when it signs out. Without a session, give each account its own jar,
/// and share a jar only among clients of the same account:
///
/// ```swift
/// let jar = CookieJar(file: folder.appendingPathComponent("cookies.json"))
/// ```
///
/// The jar is read for each attempt of a call and stores the cookies from each response, including
/// redirects, failures and responses that are followed by a retry. A cached response never sets a
/// cookie. The `Set-Cookie` fields that the jar has read are removed from the ``Response``. If a
/// request has its own `Cookie` field, only that field is sent.
///
/// Cookies identify the caller. A response is cached and shared only for requests with the same
/// cookies (see `identifiedBy`). A response that adds, changes or removes a cookie isn't cached at
/// all.
///
/// Per account, a jar holds at most 50 cookies per domain and 3,000 in total. See the guide
/// *Cookies*.
public final class CookieJar: Sendable {
    private struct State: Sendable {
        /// The cookies by owner, which is an account, or an empty string for calls without one.
        var tables: [String: CookieTable] = [:]
        var epoch = 0
        var epochs: [String: Int] = [:]
        /// The number of changes so far to cookies that identify callers.
        var identityRevision: UInt64 = 0
        /// The number of changes so far that have to be written to the file.
        var fileRevision: UInt64 = 0
        var fileProblem: CookieFileProblem?
        var isProblemReported = false

        mutating func noteRemoval() {
            identityRevision += 1
            fileRevision += 1
        }

        func time(of owner: String) -> Time { Time(owner: owner, epoch: epoch + epochs[owner, default: 0]) }
    }

    let suffixes: PublicSuffixes
    private let identifyingNames: Set<String>?
    private let file: CookieFile?
    private let keepsSessionCookies: Bool
    private let state = Lock(State())

    /// Creates an empty jar in memory.
    ///
    /// - Parameters:
    ///   - names: The names of the cookies that identify the caller, such as the session cookie. By
    ///     default, all cookies do, so a cookie that changes with every response prevents all cache
    ///     hits. Include every cookie that affects the content of responses.
    ///   - suffixes: The domains for which no cookie may be set.
    public init(identifiedBy names: Set<String>? = nil, suffixes: PublicSuffixes = .standard) {
        self.suffixes = suffixes
        identifyingNames = names
        file = nil
        keepsSessionCookies = false
    }

    /// Creates a jar with the cookies from a file.
    ///
    /// The file is read immediately. After a response has changed a cookie, the file is replaced
    /// before the call continues. Only its owner can read it (mode 0600). A damaged file is
    /// replaced at the first change, and reported by ``fileProblem`` and the events of the next
    /// call. Use a file for only one jar at a time: if there are two, the last one to write wins.
    ///
    /// - Parameters:
    ///   - file: The file. Its folder is created if necessary.
    ///   - keepsSessionCookies: Whether session cookies are written as well. By default, they end
    ///     with the process.
    ///   - names: The names of the cookies that identify the caller. By default, all cookies do.
    ///   - suffixes: The domains for which no cookie may be set.
    public init(
        file: URL, keepsSessionCookies: Bool = false, identifiedBy names: Set<String>? = nil,
        suffixes: PublicSuffixes = .standard
    ) {
        self.suffixes = suffixes
        identifyingNames = names
        self.keepsSessionCookies = keepsSessionCookies
        let cookieFile = CookieFile(file)
        self.file = cookieFile
        let (cookies, problem) = cookieFile.read()
        state.withLock { state in
            // No cookie is treated as expired here, because the client's time isn't known yet.
            for (owner, cookies) in cookies {
                for cookie in cookies {
                    _ = try? state.tables[owner, default: CookieTable()].take(cookie, isSecure: true, at: .distantPast)
                }
            }
            state.fileProblem = problem
        }
    }

    /// The cookies of all accounts, in the order in which each account's were set.
    ///
    /// Some may have expired. They are removed when they would be sent, and when a response sets
    /// cookies.
    public var cookies: [Cookie] {
        state.withLock { state in state.tables.sorted { $0.key < $1.key }.flatMap(\.value.cookies) }
    }

    /// The problem with the last read or write of the file; `nil` if that succeeded.
    public var fileProblem: CookieFileProblem? { state.withLock(\.fileProblem) }

    /// Stores a cookie for calls without an account, replacing one with the same name, domain and
    /// path.
    ///
    /// - Returns: `false` if the cookie isn't valid, for example if its value contains a semicolon.
    @discardableResult
    public func set(_ cookie: Cookie) async -> Bool {
        guard CookieRules.isSound(cookie) else { return false }
        await change { state in
            let change = try? state.tables["", default: CookieTable()].take(cookie, isSecure: true, at: .distantPast)
            if let change { note(change, of: cookie, in: &state) }
        }
        return true
    }

    /// Removes the matching cookies of all accounts.
    public func remove(where matches: (Cookie) -> Bool) async {
        // The app's closure is called without holding the lock, since it may use the jar.
        let removed = Set(cookies.filter(matches))
        await change { state in
            var count = 0
            for owner in state.tables.keys { count += state.tables[owner]?.remove(where: removed.contains) ?? 0 }
            if count > 0 { state.noteRemoval() }
        }
    }

    /// Removes the cookies of an account. Responses to requests sent before can no longer set
    /// cookies for it.
    ///
    /// - Parameter owner: The account, as named by ``CallerIdentity/owner``.
    public func removeAll(ofAccount owner: String) async {
        let owner = self.owner(of: owner)
        await change { state in
            state.epochs[owner, default: 0] += 1
            if state.tables.removeValue(forKey: owner) != nil { state.noteRemoval() }
        }
    }

    /// Removes all cookies. Responses to requests sent before can no longer set cookies.
    public func removeAll() async {
        await change { state in
            state.epoch += 1
            state.tables = [:]
            state.noteRemoval()
        }
    }

    /// Removes the session cookies, which are the cookies without an expiry date.
    public func endSession() async {
        await remove { $0.expires == nil }
    }

    private func change(_ body: (inout State) -> Void) async {
        let revision = state.withLock { state in
            body(&state)
            return state.fileRevision
        }
        await save(revision)
    }

    private func note(_ change: CookieTable.Change, of cookie: Cookie, in state: inout State) {
        if change == .nothing { return }
        if change != .renewed, identifies(cookie) { state.identityRevision += 1 }
        if cookie.expires != nil || keepsSessionCookies || change != .added { state.fileRevision += 1 }
    }

    private func owner(of identity: String) -> String {
        identity.isEmpty ? "" : file?.owner(of: identity) ?? identity
    }

    private func identifies(_ cookie: Cookie) -> Bool { identifyingNames?.contains(cookie.name) ?? true }

    // MARK: - The file

    /// Writes the file unless it already contains the revision. Only the caller waits for it.
    func save(_ revision: UInt64) async {
        guard let file, revision > 0 else { return }
        let problem = await file.save(revision) { [self] in
            state.withLock { state in
                let cookies = state.tables.mapValues { table in
                    table.cookies.filter { $0.expires != nil || keepsSessionCookies }
                }
                return (cookies.filter { !$0.value.isEmpty }, state.fileRevision)
            }
        }
        state.withLock { state in
            guard problem != state.fileProblem else { return }
            state.fileProblem = problem
            state.isProblemReported = false
        }
    }

    func takeUnreportedProblem() -> CookieFileProblem? {
        state.withLock { state in
            guard !state.isProblemReported, let problem = state.fileProblem else { return nil }
            state.isProblemReported = true
            return problem
        }
    }
}

// MARK: - The cookies of a call

extension CookieJar {
    struct Sending: Sendable {
        var cookies: [Cookie] = []
        var identity = CookieIdentity()
        let time: Time
    }

    /// The account for which a request was sent, and how often the jar and that account's cookies
    /// had been cleared by then.
    struct Time: Sendable, Equatable {
        let owner: String
        let epoch: Int
    }

    struct Taking: Sendable {
        var steps: [CookieStep] = []
        /// Whether a cookie that identifies the caller was added, removed or changed.
        var changesIdentity = false
        var fileRevision: UInt64 = 0
    }

    func identity(for target: CookieTarget, of account: String, at now: Date) -> CookieIdentity {
        let owner = owner(of: account)
        let (cookies, revision) = state.withLock { state in
            (state.tables[owner]?.cookies(for: target, at: now) ?? [], state.identityRevision)
        }
        return identity(of: cookies, revision)
    }

    var identityRevision: UInt64 { state.withLock(\.identityRevision) }

    func sending(to target: CookieTarget, of account: String, at now: Date) -> Sending {
        let owner = owner(of: account)
        let (cookies, revision, time) = state.withLock { state in
            state.tables[owner]?.use(for: target, at: now)
            let cookies = state.tables[owner]?.cookies(for: target, at: now) ?? []
            return (cookies, state.identityRevision, state.time(of: owner))
        }
        return Sending(cookies: cookies, identity: identity(of: cookies, revision), time: time)
    }

    private func identity(of cookies: [Cookie], _ revision: UInt64) -> CookieIdentity {
        CookieIdentity(
            texts: cookies.filter(identifies).map(\.pair),
            field: cookies.isEmpty ? nil : cookies.map(\.pair).joined(separator: "; "), revision: revision)
    }

    /// - Parameter fields: The `Set-Cookie` fields of a response, in order.
    func take(_ fields: [String], from target: CookieTarget, _ time: Time, at now: Date) -> Taking {
        var taking = Taking()
        removeExpired(at: now)
        for field in fields {
            let name = CookieJar.name(in: field)
            do throws(CookieRefusal) {
                let cookie = try CookieRules.cookie(SetCookie(field), from: target, suffixes, now: now)
                let change = try take(cookie, isSecure: target.isSecure, time, at: now)
                if identifies(cookie), change != .renewed, change != .nothing { taking.changesIdentity = true }
                let action: CookieStep.Action = change == .removed || change == .nothing ? .removed : .stored
                taking.steps.append(CookieStep(action, "\(name) for \(cookie.domain)\(cookie.path)"))
            } catch {
                taking.steps.append(CookieStep(.refused, "\(name): \(error.rawValue)"))
            }
        }
        taking.fileRevision = state.withLock(\.fileRevision)
        return taking
    }

    /// Removes the cookies of a host's site, that is, of its registered domain and all subdomains,
    /// for a request's owner.
    func removeSite(of host: String, _ time: Time) -> Taking {
        var taking = Taking()
        let site = String(suffixes.site(of: host))
        let belongs: (Cookie) -> Bool = { CookieHost.matches($0.domain, domain: site) }
        state.withLock { state in
            defer { taking.fileRevision = state.fileRevision }
            let removed = state.tables[time.owner]?.cookies.filter(belongs) ?? []
            guard !removed.isEmpty else { return }
            _ = state.tables[time.owner]?.remove(where: belongs)
            state.fileRevision += 1
            if removed.contains(where: identifies) {
                state.identityRevision += 1
                taking.changesIdentity = true
            }
            let names = removed.map { CookieStep.name($0.name) }.joined(separator: ", ")
            taking.steps.append(CookieStep(.removed, "\(names), since the server clears \(site)"))
        }
        return taking
    }

    private func removeExpired(at now: Date) {
        state.withLock { state in
            for owner in state.tables.keys {
                let count = state.tables[owner]?.remove { $0.isExpired(at: now) } ?? 0
                if count > 0 { state.fileRevision += 1 }
            }
        }
    }

    private func take(
        _ cookie: Cookie, isSecure: Bool, _ time: Time, at now: Date
    ) throws(CookieRefusal) -> CookieTable.Change {
        try state.withLock { state throws(CookieRefusal) in
            guard state.time(of: time.owner) == time else { throw .outdated }
            let change = try state.tables[time.owner, default: CookieTable()].take(cookie, isSecure: isSecure, at: now)
            note(change, of: cookie, in: &state)
            return change
        }
    }

    /// Returns the name of a cookie for events. A field without a name has only a value, which
    /// events must not show.
    private static func name(in field: String) -> String {
        let pair = field.utf8.prefix { $0 != UInt8(ascii: ";") }
        guard let sign = pair.firstIndex(of: UInt8(ascii: "=")) else { return CookieStep.nameless }
        return CookieStep.name(String(decoding: pair[..<sign], as: UTF8.self))
    }
}
