import Foundation
public import FreshetCore

extension AuthenticationSession: Inspectable {
    /// Which account is signed in and until when. It never shows a token.
    public var inspectedPart: InspectedPart {
        let now = time.now()
        let (machine, calls) = state.withLock { ($0.machine, $0.calls.count) }
        let remaining = machine.remaining(at: now)
        let end = remaining.map { time.date().addingTimeInterval($0 / .seconds(1)).ISO8601Format() }
        let account =
            switch machine.state {
            case .signedOut: "nobody"
            case .signedIn(let account): account
            case .needsSignIn(let account): "\(account), who has to sign in again"
            }
        let token = end.map { remaining ?? .zero > .zero ? "until \($0)" : "ended at \($0)" }
        let unknown = machine.held == nil ? "none in memory" : "without a known end"
        return InspectedPart(
            "Session",
            [
                ("signed in", account), ("token", token ?? unknown),
                ("renewal", machine.isRenewing ? "under way" : nil),
                ("the account's calls", "\(calls)"),
            ])
    }
}
