public import Foundation

/// Keeps the cookies that servers set, and sends them where they belong (RFC 6265bis).
///
/// A client has none unless it is given one. Give each account a jar of its own, and share a jar only between clients of one
/// account:
///
/// ```swift
/// let jar = CookieJar(file: folder.appendingPathComponent("cookies.json"))
/// ```
///
/// The jar is read for each attempt of a call and takes the cookies of each response, also of those that redirect, fail or are
/// tried again. What comes out of the cache never sets a cookie. Fields `Set-Cookie` stay in the jar: ``Response`` does not have
/// them. A request that has a `Cookie` field of its own is sent with that field alone.
///
/// Cookies say who calls. A response is stored and shared for requests with the same cookies only (see `identifiedBy`), and one
/// that adds, changes or removes a cookie is not stored at all.
///
/// It holds at most 50 cookies of a domain and 3,000 in all. See the guide *Cookies*.
public final class CookieJar: Sendable {
    private struct State: Sendable {
        var table = CookieTable()
        /// How often the jar was emptied.
        var epoch = 0
        /// Counts the changes to cookies that identify callers.
        var identityRevision: UInt64 = 0
        /// Counts the changes that belong into the file.
        var fileRevision: UInt64 = 0
        var fileProblem: CookieFileProblem?
        var isProblemReported = false
    }

    let suffixes: PublicSuffixes
    private let identifyingNames: Set<String>?
    private let file: CookieFile?
    private let keepsSessionCookies: Bool
    private let state = Lock(State())

    /// Makes an empty jar in memory.
    ///
    /// - Parameters:
    ///   - names: The names of the cookies that say who calls, such as that of the session. By default all do; then a cookie
    ///     that changes with every response keeps the cache from finding anything. Leave none out whose value changes what a
    ///     response holds.
    ///   - suffixes: The domains that no cookie may be set for.
    public init(identifiedBy names: Set<String>? = nil, suffixes: PublicSuffixes = .standard) {
        self.suffixes = suffixes
        identifyingNames = names
        file = nil
        keepsSessionCookies = false
    }

    /// Makes a jar with the cookies of a file.
    ///
    /// The file is read at once. It is written anew, as a whole and readable for its owner alone (mode 0600), before a call goes
    /// on whose response has changed a cookie. A file that is damaged is replaced with the first change; ``fileProblem`` and the
    /// events of the next call tell. One jar at a time may have the file: the last one that writes wins.
    ///
    /// - Parameters:
    ///   - file: The file; its folder is made when it is missing.
    ///   - keepsSessionCookies: Whether cookies without an end are written, too. By default they end with the process.
    ///   - names: The names of the cookies that say who calls; by default all do.
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
            // None is out of date as long as nobody has said what time it is.
            for cookie in cookies { _ = try? state.table.take(cookie, isSecure: true, at: .distantPast) }
            state.fileProblem = problem
        }
    }

    /// All cookies, those that were set first before the others.
    ///
    /// Some may have ended: they go when they would be sent, and when a response sets cookies.
    public var cookies: [Cookie] { state.withLock(\.table.cookies) }

    /// Why the file could not be read, or not be written the last time; `nil` where it could.
    public var fileProblem: CookieFileProblem? { state.withLock(\.fileProblem) }

    /// Puts a cookie in, in place of the one with the same name, domain and path.
    ///
    /// - Returns: Whether it was taken: not where it could not be sent, as with a semicolon in its value.
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
        // The app's code runs without the lock.
        let removed = Set(cookies.filter(matches))
        await change { state in
            guard state.table.remove(where: removed.contains) > 0 else { return }
            state.identityRevision += 1
            state.fileRevision += 1
        }
    }

    /// Removes all cookies. What responses set whose requests were sent before is refused.
    public func removeAll() async {
        await change { state in
            state.epoch += 1
            state.table = CookieTable()
            state.identityRevision += 1
            state.fileRevision += 1
        }
    }

    /// Removes the cookies without an end, which servers mean to end with the session.
    public func endSession() async {
        await remove { $0.expires == nil }
    }

    /// Changes the jar, and writes the file if it has to.
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

    /// Writes the file unless it holds a revision already. Nothing waits for it but who calls.
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

    /// Returns the problem of the file that no call has reported yet.
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
    /// What a request is sent with.
    struct Sending: Sendable {
        var cookies: [Cookie] = []
        var identity = CookieIdentity()
        /// How often the jar was emptied before.
        let epoch: Int
    }

    /// What a response has changed.
    struct Taking: Sendable {
        var steps: [CookieStep] = []
        /// Whether a cookie that identifies the caller came, went or has another value.
        var changesIdentity = false
        var fileRevision: UInt64 = 0
    }

    /// Says who calls by the cookies that a request would be sent with now.
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

    /// Takes the cookies of a response.
    ///
    /// - Parameters:
    ///   - fields: The `Set-Cookie` fields, in their order.
    ///   - epoch: How often the jar was emptied before the request was sent.
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

    /// Drops what has ended, so that it does not stay in the file.
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

    /// The name of a cookie as events tell it. A field without a name is nothing but a value.
    private static func name(in field: String) -> String {
        let pair = field.utf8.prefix { $0 != UInt8(ascii: ";") }
        guard let sign = pair.firstIndex(of: UInt8(ascii: "=")) else { return CookieStep.nameless }
        return CookieStep.name(String(decoding: pair[..<sign], as: UTF8.self))
    }
}
