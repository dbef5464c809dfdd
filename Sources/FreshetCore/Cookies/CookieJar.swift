public import Foundation

/// Stores the cookies that servers set, and adds them to the requests that they belong to (RFC 6265bis).
///
/// A client has no jar by default. Give each account a jar of its own, and share a jar only between clients of one
/// account:
///
/// ```swift
/// let jar = CookieJar(file: folder.appendingPathComponent("cookies.json"))
/// ```
///
/// The jar is read for each attempt of a call and stores the cookies of each response, including redirects, failures and responses
/// that are followed by a retry. A cached response never sets a cookie. A ``Response`` does not have the `Set-Cookie` fields that the
/// jar has read. A request with a `Cookie` field of its own is sent with that field alone.
///
/// Cookies identify the caller. A response is stored and shared for requests with the same cookies only (see `identifiedBy`), and one
/// that adds, changes or removes a cookie is not stored at all.
///
/// A jar has at most 50 cookies of a domain and 3,000 in all. See the guide *Cookies*.
public final class CookieJar: Sendable {
    private struct State: Sendable {
        var table = CookieTable()
        /// How often the jar was cleared.
        var epoch = 0
        /// Counts the changes to cookies that identify callers.
        var identityRevision: UInt64 = 0
        /// Counts the changes that have to be written to the file.
        var fileRevision: UInt64 = 0
        var fileProblem: CookieFileProblem?
        var isProblemReported = false
    }

    let suffixes: PublicSuffixes
    private let identifyingNames: Set<String>?
    private let file: CookieFile?
    private let keepsSessionCookies: Bool
    private let state = Lock(State())

    /// Creates an empty jar in memory.
    ///
    /// - Parameters:
    ///   - names: The names of the cookies that identify the caller, such as that of the session. By default all cookies do; then a
    ///     cookie that changes with every response prevents all cache hits. Include every cookie that affects the content of responses.
    ///   - suffixes: The domains that no cookie may be set for.
    public init(identifiedBy names: Set<String>? = nil, suffixes: PublicSuffixes = .standard) {
        self.suffixes = suffixes
        identifyingNames = names
        file = nil
        keepsSessionCookies = false
    }

    /// Creates a jar with the cookies of a file.
    ///
    /// The file is read immediately. After a response has changed a cookie, the file is replaced before the call continues; only its
    /// owner can read it (mode 0600). A damaged file is replaced with the first change; ``fileProblem`` and the events of the next call
    /// report it. Use a file for one jar at a time: of two jars, the last one that writes wins.
    ///
    /// - Parameters:
    ///   - file: The file; its folder is created if necessary.
    ///   - keepsSessionCookies: Whether session cookies are written, too. By default they end with the process.
    ///   - names: The names of the cookies that identify the caller; all by default.
    ///   - suffixes: The domains that no cookie may be set for.
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
            // None is expired as long as the time of the client is unknown.
            for cookie in cookies { _ = try? state.table.take(cookie, isSecure: true, at: .distantPast) }
            state.fileProblem = problem
        }
    }

    /// All cookies, in the order in which they were set.
    ///
    /// Some may have expired: they are removed when they would be sent, and when a response sets cookies.
    public var cookies: [Cookie] { state.withLock(\.table.cookies) }

    /// The problem of the last read or write of the file; `nil` if it succeeded.
    public var fileProblem: CookieFileProblem? { state.withLock(\.fileProblem) }

    /// Stores a cookie, and replaces the one with the same name, domain and path.
    ///
    /// - Returns: False if the cookie is not valid, for example with a semicolon in its value.
    @discardableResult
    public func set(_ cookie: Cookie) async -> Bool {
        guard CookieRules.isSound(cookie) else { return false }
        await change { state in
            guard let change = try? state.table.take(cookie, isSecure: true, at: .distantPast) else { return }
            note(change, of: cookie, in: &state)
        }
        return true
    }

    /// Removes the cookies that match.
    public func remove(where matches: (Cookie) -> Bool) async {
        // The closure of the app is called without the lock.
        let removed = Set(cookies.filter(matches))
        await change { state in
            guard state.table.remove(where: removed.contains) > 0 else { return }
            state.identityRevision += 1
            state.fileRevision += 1
        }
    }

    /// Removes all cookies. Responses to requests that were sent before can't set cookies any more.
    public func removeAll() async {
        await change { state in
            state.epoch += 1
            state.table = CookieTable()
            state.identityRevision += 1
            state.fileRevision += 1
        }
    }

    /// Removes the session cookies: those without an expiry date.
    public func endSession() async {
        await remove { $0.expires == nil }
    }

    /// Changes the jar, and writes the file if necessary.
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

    private func identifies(_ cookie: Cookie) -> Bool { identifyingNames?.contains(cookie.name) ?? true }

    // MARK: - The file

    /// Writes the file unless it already has the revision. Only the caller waits for it.
    func save(_ revision: UInt64) async {
        guard let file, revision > 0 else { return }
        let problem = await file.save(revision) { [self] in
            state.withLock { state in
                (state.table.cookies.filter { $0.expires != nil || keepsSessionCookies }, state.fileRevision)
            }
        }
        state.withLock { state in
            guard problem != state.fileProblem else { return }
            state.fileProblem = problem
            state.isProblemReported = false
        }
    }

    /// Returns the problem of the file if no call has reported it yet.
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
    /// The cookies of a request.
    struct Sending: Sendable {
        var cookies: [Cookie] = []
        var identity = CookieIdentity()
        /// How often the jar was cleared before.
        let epoch: Int
    }

    /// The changes that a response made.
    struct Taking: Sendable {
        var steps: [CookieStep] = []
        /// Whether a cookie that identifies the caller was added, removed or changed.
        var changesIdentity = false
        var fileRevision: UInt64 = 0
    }

    /// Returns the identity of the caller by the cookies that a request would be sent with now.
    func identity(for target: CookieTarget, at now: Date) -> CookieIdentity {
        let (cookies, revision) = state.withLock { state in
            (state.table.cookies(for: target, at: now), state.identityRevision)
        }
        return identity(of: cookies, revision)
    }

    /// The revision of the cookies that identify callers.
    var identityRevision: UInt64 { state.withLock(\.identityRevision) }

    /// Returns the cookies that a request is sent with now.
    func sending(to target: CookieTarget, at now: Date) -> Sending {
        let (cookies, revision, epoch) = state.withLock { state in
            state.table.use(for: target, at: now)
            return (state.table.cookies(for: target, at: now), state.identityRevision, state.epoch)
        }
        return Sending(cookies: cookies, identity: identity(of: cookies, revision), epoch: epoch)
    }

    private func identity(of cookies: [Cookie], _ revision: UInt64) -> CookieIdentity {
        CookieIdentity(
            texts: cookies.filter(identifies).map(\.pair),
            field: cookies.isEmpty ? nil : cookies.map(\.pair).joined(separator: "; "), revision: revision)
    }

    /// Stores the cookies of a response.
    ///
    /// - Parameters:
    ///   - fields: The `Set-Cookie` fields, in their order.
    ///   - epoch: How often the jar was cleared before the request was sent.
    func take(_ fields: [String], from target: CookieTarget, epoch: Int, at now: Date) -> Taking {
        var taking = Taking()
        removeExpired(at: now)
        for field in fields {
            let name = CookieJar.name(in: field)
            do throws(CookieRefusal) {
                let cookie = try CookieRules.cookie(SetCookie(field), from: target, suffixes, now: now)
                let change = try take(cookie, isSecure: target.isSecure, epoch: epoch, at: now)
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

    /// Removes the cookies of the site of a host: of its registered domain and all subdomains.
    func removeSite(of host: String) -> Taking {
        var taking = Taking()
        let site = String(suffixes.site(of: host))
        let belongs: (Cookie) -> Bool = { CookieHost.matches($0.domain, domain: site) }
        state.withLock { state in
            let removed = state.table.cookies.filter(belongs)
            guard !removed.isEmpty else { return }
            _ = state.table.remove(where: belongs)
            state.fileRevision += 1
            if removed.contains(where: identifies) {
                state.identityRevision += 1
                taking.changesIdentity = true
            }
            let names = removed.map { CookieStep.name($0.name) }.joined(separator: ", ")
            taking.steps.append(CookieStep(.removed, "\(names), since the server clears \(site)"))
        }
        taking.fileRevision = state.withLock(\.fileRevision)
        return taking
    }

    /// Removes expired cookies, so that they do not stay in the file.
    private func removeExpired(at now: Date) {
        state.withLock { state in
            if state.table.remove(where: { $0.isExpired(at: now) }) > 0 { state.fileRevision += 1 }
        }
    }

    private func take(
        _ cookie: Cookie, isSecure: Bool, epoch: Int, at now: Date
    ) throws(CookieRefusal) -> CookieTable.Change {
        try state.withLock { state throws(CookieRefusal) in
            guard state.epoch == epoch else { throw .outdated }
            let change = try state.table.take(cookie, isSecure: isSecure, at: now)
            note(change, of: cookie, in: &state)
            return change
        }
    }

    /// The name of a cookie for events. A field without a name only has a value, which events must not show.
    private static func name(in field: String) -> String {
        let pair = field.utf8.prefix { $0 != UInt8(ascii: ";") }
        guard let sign = pair.firstIndex(of: UInt8(ascii: "=")) else { return CookieStep.nameless }
        return CookieStep.name(String(decoding: pair[..<sign], as: UTF8.self))
    }
}
