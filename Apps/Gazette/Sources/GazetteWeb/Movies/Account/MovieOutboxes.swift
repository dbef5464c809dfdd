import Foundation
import Freshet
import FreshetOutbox
import NIOConcurrencyHelpers
import ReaderModels
import ReaderStorage
import TMDb

/// The outboxes of visitors with accounts of the movie service, each with a file of its own.
///
/// An outbox is open while it is used or has something to send. Processes with the same folder share the files: one of
/// them sends what a visitor has changed.
final class MovieOutboxes: Sendable {
    private struct Opened {
        let outbox: MovieOutbox
        /// The session of the client that sends.
        let session: ObjectIdentifier
        let stopListening: @Sendable () -> Void
        var used: Date
        /// The number that pages show.
        var count = 0
    }

    private struct State {
        var opened: [Visitor: Opened] = [:]
        var observer: (@Sendable (Visitor) -> Void)?
    }

    private let folder: URL
    private let isTemporary: Bool
    private let now: @Sendable () -> Date
    private let state = NIOLockedValueBox(State())

    /// How long an empty outbox stays open after its last use, in seconds.
    private static let idleTime: TimeInterval = 60
    private static let ending = ".sqlite"

    /// Makes the outboxes of a folder.
    ///
    /// - Parameter folder: The folder of the app; `nil` for a temporary one, which ends with the program.
    init(_ folder: DataFolder?, now: @escaping @Sendable () -> Date) {
        isTemporary = folder == nil
        let parent = folder?.url ?? FileManager.default.temporaryDirectory.appending(path: "gazette-\(UUID())")
        self.folder = parent.appending(path: "outbox", directoryHint: .isDirectory)
        self.now = now
    }

    deinit {
        guard isTemporary else { return }
        try? FileManager.default.removeItem(at: folder.deletingLastPathComponent())
    }

    /// Sets what runs after a change of a visitor's outbox.
    func observe(_ observer: @escaping @Sendable (Visitor) -> Void) {
        state.withLockedValue { $0.observer = observer }
    }

    // MARK: - Opening

    private func file(of visitor: Visitor) -> URL {
        let digits = visitor.id.map { byte in
            let text = String(byte, radix: 16)
            return text.count < 2 ? "0" + text : text
        }
        return folder.appending(path: digits.joined() + Self.ending)
    }

    /// Whether a visitor has an outbox that is open, or was at some time.
    func exists(for visitor: Visitor) -> Bool {
        opened(for: visitor) != nil || FileManager.default.fileExists(atPath: file(of: visitor).path)
    }

    /// The visitors who have a file.
    var visitors: [Visitor] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.compactMap { name in
            guard name.hasSuffix(Self.ending) else { return nil }
            let digits = Array(name.dropLast(Self.ending.count))
            let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap { index in
                UInt8(String(digits[index...(index + 1)]), radix: 16)
            }
            return bytes.count == Visitor.byteCount ? Visitor(id: Data(bytes)) : nil
        }
    }

    /// The open outbox of a visitor; `nil` if there is none.
    func opened(for visitor: Visitor) -> MovieOutbox? {
        state.withLockedValue { state in
            state.opened[visitor]?.used = now()
            return state.opened[visitor]?.outbox
        }
    }

    /// Opens the outbox of a visitor, which sends with an account.
    ///
    /// - Parameter account: The account; `nil` if the visitor is signed out, and `signedOut` makes the client.
    /// - Returns: The outbox; `nil` if its file can't be used.
    func open(
        _ visitor: Visitor, _ account: VisitorAccount?, signedOut: () -> VisitorAccount
    ) async -> MovieOutbox? {
        let (outbox, old) = state.withLockedValue { state -> (MovieOutbox?, Opened?) in
            let known = state.opened[visitor]
            if let known, account.map({ ObjectIdentifier($0.session) == known.session }) ?? true {
                state.opened[visitor]?.used = now()
                return (known.outbox, nil)
            }
            let account = account ?? signedOut()
            // The one before is closed meanwhile: the file is shared.
            guard let outbox = try? MovieOutbox(file: file(of: visitor), client: account.movies) else {
                return (nil, nil)
            }
            let stop = outbox.listen { [weak self] in self?.showCount(of: visitor) }
            state.opened[visitor] = Opened(
                outbox: outbox, session: ObjectIdentifier(account.session), stopListening: stop, used: now())
            return (outbox, known)
        }
        old?.stopListening()
        await old?.outbox.close()
        guard let outbox else { return nil }
        if old != nil { await outbox.resume() }
        await outbox.read()
        // What was read before the listener was there.
        showCount(of: visitor)
        return outbox
    }

    // MARK: - What pages show

    /// The number of changes of a visitor that were not sent yet.
    func count(of visitor: Visitor) -> Int { state.withLockedValue { $0.opened[visitor]?.count ?? 0 } }

    /// Counts again, and informs the pages of the visitor.
    private func showCount(of visitor: Visitor) {
        let observer = state.withLockedValue { state -> (@Sendable (Visitor) -> Void)? in
            guard let opened = state.opened[visitor] else { return nil }
            state.opened[visitor]?.count = opened.outbox.unsentCount(now: now())
            return state.observer
        }
        observer?(visitor)
    }

    /// Notes that a second has passed: counts what has been under way for long, and closes what is not used.
    func tick() {
        let now = now()
        let (changed, idle) = state.withLockedValue { state -> ([Visitor], [Opened]) in
            var changed: [Visitor] = []
            var idle: [Opened] = []
            for (visitor, opened) in state.opened {
                if opened.outbox.unsentCount(now: now) != opened.count { changed.append(visitor) }
                guard opened.outbox.entries.isEmpty, now.timeIntervalSince(opened.used) > Self.idleTime else {
                    continue
                }
                idle.append(opened)
                state.opened[visitor] = nil
            }
            return (changed, idle)
        }
        for visitor in changed { showCount(of: visitor) }
        for opened in idle {
            opened.stopListening()
            Task { await opened.outbox.close() }
        }
    }

    // MARK: - Ending

    /// Closes all outboxes. What is stored is sent after the next start.
    func close() async {
        let all = state.withLockedValue { state in
            defer { state.opened = [:] }
            return Array(state.opened.values)
        }
        for opened in all {
            opened.stopListening()
            await opened.outbox.close()
        }
    }
}
