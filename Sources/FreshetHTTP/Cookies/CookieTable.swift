package import Foundation

/// The cookies of a jar, as a value without locks, files or clocks (RFC 6265bis §5.7 and §5.8).
package struct CookieTable: Sendable {
    /// The maximum number of cookies per domain.
    package static let domainLimit = 50
    /// The maximum number of cookies in total.
    package static let limit = 3000

    private struct Entry: Sendable {
        var cookie: Cookie
        /// The steps of the table in which it was created and last sent. Steps are counted so that
        /// setting back the clock doesn't change the order.
        let made: UInt64
        var used: UInt64
    }

    /// The change that storing a cookie made.
    package enum Change: Sendable, Hashable {
        case added
        /// It has a different value from the cookie that it replaced.
        case changed
        /// It has the same value, possibly with another expiry date or other attributes.
        case renewed
        /// It had already expired, and removed the cookie that it would have replaced.
        case removed
        /// It had already expired, and there was no cookie to remove.
        case nothing
    }

    private var entries: [String: [Entry]] = [:]
    private var step: UInt64 = 0
    package private(set) var count = 0

    package init() {}

    /// All cookies, in the order of their creation.
    package var cookies: [Cookie] {
        entries.values.joined().sorted { $0.made < $1.made }.map(\.cookie)
    }

    // MARK: - Sending

    /// Returns the cookies for a request: longer paths first and, among paths of equal length,
    /// older cookies first.
    package func cookies(for target: CookieTarget, at now: Date) -> [Cookie] {
        found(for: target, at: now).map(\.cookie)
    }

    /// Marks the cookies for a request as sent, and removes the expired ones of its host and the
    /// domains above it.
    package mutating func use(for target: CookieTarget, at now: Date) {
        step += 1
        for domain in domains(of: target.host) {
            update(domain) { [step] entries in
                entries.removeAll { $0.cookie.isExpired(at: now) }
                for index in entries.indices where target.takes(entries[index].cookie) { entries[index].used = step }
            }
        }
    }

    private func found(for target: CookieTarget, at now: Date) -> [Entry] {
        guard count > 0 else { return [] }
        return domains(of: target.host)
            .flatMap { entries[$0, default: []] }
            .filter { target.takes($0.cookie) && !$0.cookie.isExpired(at: now) }
            .sorted { first, second in
                let (left, right) = (first.cookie.path.utf8.count, second.cookie.path.utf8.count)
                return left == right ? first.made < second.made : left > right
            }
    }

    /// Returns the domains with cookies that may be sent to a host.
    private func domains(of host: String) -> [String] {
        ([host] + CookieHost.domains(above: host).map(String.init)).filter { entries[$0] != nil }
    }

    // MARK: - Storing

    /// Stores a cookie, replacing the one with the same name, domain and path. If it has expired,
    /// it only removes that cookie.
    ///
    /// - Parameter isSecure: Whether the cookie was received over a connection that is protected against changes.
    package mutating func take(_ cookie: Cookie, isSecure: Bool, at now: Date) throws(CookieRefusal) -> Change {
        guard isSecure || cookie.isSecure || !overlaysSecure(cookie, at: now) else { throw .overlaysSecure }
        // An expired cookie counts as none: it was not sent any more.
        let old = remove(cookie).flatMap { $0.cookie.isExpired(at: now) ? nil : $0 }
        guard !cookie.isExpired(at: now) else { return old == nil ? .nothing : .removed }
        step += 1
        update(cookie.domain) { [step] in
            $0.append(Entry(cookie: cookie, made: old?.made ?? step, used: step))
        }
        removeExcess(of: cookie.domain, at: now)
        guard let old else {
            // If all other cookies of the domain are Secure, the new one has been removed.
            return entries[cookie.domain, default: []].contains { $0.cookie.replaces(cookie) } ? .added : .nothing
        }
        return old.cookie.value.utf8.elementsEqual(cookie.value.utf8) ? .renewed : .changed
    }

    /// Whether a cookie would hide or replace a Secure one, which isn't allowed over an insecure
    /// connection (RFC 6265bis §5.7, step 13).
    private func overlaysSecure(_ cookie: Cookie, at now: Date) -> Bool {
        entries.contains { domain, entries in
            guard CookieHost.matches(domain, domain: cookie.domain) || CookieHost.matches(cookie.domain, domain: domain)
            else { return false }
            return entries.contains { entry in
                entry.cookie.isSecure && !entry.cookie.isExpired(at: now)
                    && entry.cookie.name.utf8.elementsEqual(cookie.name.utf8)
                    && CookieTarget.matches(cookie.path, below: entry.cookie.path)
            }
        }
    }

    // MARK: - Removing

    /// Removes the cookies that match, and returns their number.
    package mutating func remove(where matches: (Cookie) -> Bool) -> Int {
        let before = count
        for domain in Array(entries.keys) { update(domain) { $0.removeAll { matches($0.cookie) } } }
        return before - count
    }

    private mutating func remove(_ cookie: Cookie) -> Entry? {
        guard let index = entries[cookie.domain]?.firstIndex(where: { $0.cookie.replaces(cookie) }) else { return nil }
        var removed: Entry?
        update(cookie.domain) { removed = $0.remove(at: index) }
        return removed
    }

    /// Removes cookies beyond the limits: first expired ones, then, if a domain has too many, those
    /// of the domain that aren't Secure, then any of that domain, and finally any cookie. In each
    /// group, the cookie that was least recently sent is removed.
    private mutating func removeExcess(of domain: String, at now: Date) {
        let isFull = entries[domain, default: []].count > Self.domainLimit
        guard isFull || count > Self.limit else { return }
        _ = remove { $0.isExpired(at: now) }
        if let entries = entries[domain], entries.count > Self.domainLimit {
            let victim =
                entries.filter { !$0.cookie.isSecure }.min { $0.used < $1.used }
                ?? entries.min { $0.used < $1.used }
            if let victim { _ = remove(victim.cookie) }
        }
        if count > Self.limit, let victim = entries.values.joined().min(by: { $0.used < $1.used }) {
            _ = remove(victim.cookie)
        }
    }

    private mutating func update(_ domain: String, _ body: (inout [Entry]) -> Void) {
        let before = entries[domain, default: []].count
        body(&entries[domain, default: []])
        let after = entries[domain, default: []].count
        count += after - before
        if after == 0 { entries[domain] = nil }
    }
}
