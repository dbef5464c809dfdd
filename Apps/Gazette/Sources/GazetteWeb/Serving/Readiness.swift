import Hummingbird
import NIOCore
import ReaderStorage

/// Whether the process can be sent readers, for a supervisor.
struct Readiness {
    /// The text, which begins with `ready` or `not ready`.
    let text: String
    let isReady: Bool

    /// - Parameter hasAccounts: Whether readers have accounts. Without the database, nobody can use theirs.
    init(_ visitors: Visitors, hasAccounts: Bool) {
        isReady = !hasAccounts || visitors.store.isReachable
        if !isReady {
            text =
                "not ready: Readers' accounts can't be read because the database can't be reached. See the log.\n"
        } else {
            text = visitors.trouble.map { "ready, but: \($0)\n" } ?? "ready\n"
        }
    }

    var response: Response {
        Response(
            status: isReady ? .ok : .serviceUnavailable, headers: [.contentType: "text/plain; charset=utf-8"],
            body: .init(byteBuffer: ByteBuffer(string: text)))
    }
}
