#if SQLite
import FreshetCore
import FreshetResources

/// A stored write with its changes in resources and its turn in its scope.
struct ShownStoredWrite: Sendable {
    let known: RegisteredWrite
    /// Its number among all writes of the client, which it keeps as long as it is stored.
    let number: UInt64
    var stored: StoredWrite
    private var phase = QueuedWrite.Phase.waiting
    private var holdsScope = false
    private var isSending = false

    // The shown parts.
    private var changes: (any DurableChanges)?
    /// The changes that the current ones replace as soon as these are shown.
    private var superseded: (any DurableChanges)?
    private var shownKey: String?
    private var isShownAsSent = false
    private(set) var isQueued = false

    init(_ stored: StoredWrite, _ known: RegisteredWrite) {
        self.stored = stored
        self.known = known
        number = known.nextNumber()
    }

    var account: String { stored.queued.account }
    var scope: String? { stored.queued.scope }

    /// Takes over the queue's decision.
    mutating func take(_ queued: QueuedWrite, isSending: Bool) {
        phase = queued.phase
        holdsScope = queued.holdsLane
        self.isSending = isSending
    }

    /// Takes over the changes of a later write, which has this one's turn from now on.
    mutating func takeOver(_ later: ShownStoredWrite) {
        var later = later
        later.queue(false)
        superseded = later.changes
        superseded?.supersede()
    }

    /// Shows the write as it is now, if its account is signed in.
    mutating func show(isAccountPresent: Bool) {
        if isAccountPresent, phase == .unconfirmed { fail(isKnown: false) }
        if isAccountPresent, phase == .waiting {
            showChanges()
        } else {
            changes?.supersede()
            changes?.withdraw()
            (changes, shownKey, isShownAsSent) = (nil, nil, false)
        }
        superseded?.withdraw()
        superseded = nil
        queue(isAccountPresent && holdsScope)
    }

    private mutating func showChanges() {
        guard known.hasPlan else { return }
        if shownKey != stored.key {
            let old = changes
            old?.supersede()
            changes = known.show(stored, number)
            old?.withdraw()
            (shownKey, isShownAsSent) = (stored.key, false)
        }
        guard isSending != isShownAsSent else { return }
        isShownAsSent = isSending
        if isSending { changes?.beginSending() } else { changes?.hold() }
    }

    private mutating func queue(_ isHolding: Bool) {
        guard let scope else { return }
        if isHolding, !isQueued { known.scopes.queue(scope, number, isDurable: true) }
        if isQueued, !isHolding {
            known.scopes.leave(scope, number)
        } else if isQueued, !isSending {
            known.scopes.yield(scope, number)
        }
        isQueued = isHolding
    }

    // MARK: - The end

    mutating func succeed(with response: (any Sendable)?) {
        takeChanges()?.succeed(with: response)
    }

    mutating func fail(isKnown: Bool) {
        takeChanges()?.fail(isKnown: isKnown)
    }

    /// Ends a write that is no longer stored. If its outcome isn't known, its resources are
    /// fetched.
    mutating func end() {
        fail(isKnown: false)
        queue(false)
    }

    private mutating func takeChanges() -> (any DurableChanges)? {
        defer { (changes, shownKey, isShownAsSent) = (nil, nil, false) }
        return changes
    }
}
#endif
