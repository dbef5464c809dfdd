import FreshetCore
import FreshetTesting
import Testing

@testable import FreshetResources

/// Random schedules of pages, writes, accounts and evictions on a whole client, against a server whose list shifts, and
/// which decides and responds in any order. What must hold is said by the server's own history and by how each write
/// ended, and by nothing that the resources know.
@Suite(.timeLimit(.minutes(30)))
struct ListScheduleTests {
    @Test func inRandomSchedulesNoConfirmedWriteVanishesFromAListAndAllScreensAgreeInTheEnd() async throws {
        for seed in 0..<TestLength.count(40, long: 10_000) {
            let schedule = ListSchedule(seed: UInt64(seed))
            for _ in 0..<40 where schedule.problem == nil { await schedule.step() }
            if schedule.problem == nil { try await schedule.settle() }
            schedule.stop()
            if let problem = schedule.problem {
                Issue.record("seed \(seed): \(problem)\n\(schedule.log.suffix(40).joined(separator: "\n"))")
                return
            }
        }
    }
}

/// One schedule: what the app does with three windows on one list and the first two of its entries.
private final class ListSchedule {
    private var random: SeededRandom
    private let clock = ManualClock()
    private let account = Account()
    private let server = ShiftingServer()
    private let client: Client<Shelves>
    /// The window that all screens share, and those of two screens, of which one has at most two pages; none while the
    /// screens are closed.
    private var windows: [ListWindow<Shelves.Page>] = []
    private let entries: [Resource<Shelves.Entry>]
    private var recorders: [WindowRecorder<Shelves.Page>] = []
    private var entryRecorders: [ResourceRecorder<Shelves.Entry>] = []
    private var tasks: [Task<Void, Never>] = []
    private var lastValue = 0
    private var session = 0
    private(set) var log: [String] = []
    private(set) var problem: String?

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        client = Client(
            Shelves(account: account), transport: server.transport, cache: seed.isMultiple(of: 2) ? HTTPCache() : nil,
            retry: .never, time: clock.time)
        entries = [1, 2].map { [client] in client.resource(.entry($0)) }
        observe()
    }

    func stop() {
        for recorder in recorders { recorder.stop() }
        for recorder in entryRecorders { recorder.stop() }
        (windows, recorders, entryRecorders) = ([], [], [])
    }

    private func observe() {
        guard recorders.isEmpty else { return }
        let own = [nil, 2].map { limit in client.window(on: .entries, keeping: limit) { WindowPage([$0]) } }
        windows = [client.sharedWindow(on: .entries) { WindowPage([$0]) }] + own
        recorders = windows.map { WindowRecorder($0) }
        for window in windows { window.load() }
        entryRecorders = entries.map { ResourceRecorder($0) }
    }

    // MARK: - What happens

    func step() async {
        switch Int.random(in: 0..<32, using: &random) {
        case 0..<5: perform("more") { $0.loadMore() }
        case 5: perform("previous") { $0.loadPrevious() }
        case 6..<10: write()
        case 10..<16: note("decide", server.decide(&random))
        case 16..<23: note("deliver", server.deliver(&random))
        case 23: perform("reload") { $0.reload() }
        case 24: perform("restart") { $0.restart() }
        case 25: perform("load") { $0.load() }
        case 26: note("invalidate by tag", client.resources.invalidate(.tag("shelves")))
        case 27: note("shift", server.shift(of: account.name ?? "", &random))
        case 28: pass()
        case 29: signOut()
        case 30: evict()
        default: note("foreground", observe())
        }
        await passTurns(Int.random(in: 0..<8, using: &random))
        check()
    }

    private func note(_ name: String, _: Void) { log.append(name) }

    private func note(_ name: String, _ done: String?) { log.append("\(name) \(done ?? "nothing")") }

    private func perform(_ name: String, _ operation: (ListWindow<Shelves.Page>) -> Task<Void, Never>) {
        guard let index = windows.indices.randomElement(using: &random) else { return }
        log.append("\(name) in window \(index)")
        tasks.append(operation(windows[index]))
    }

    private func write() {
        lastValue += 1
        let (id, value) = (Int.random(in: 1...8, using: &random), lastValue)
        let isInScope = Bool.random(using: &random)
        let setsResult = Bool.random(using: &random)
        let isCancelled = Int.random(in: 0..<10, using: &random) == 0
        log.append("write \(value) to \(id)\(isInScope ? " in order" : "")")
        server.begin(value, to: id, showsResult: setsResult, session: session)
        // It begins here, so that the order is known.
        let write = RunningWrite(client, .set(id, to: value)) {
            if isInScope { $0.scope = "shelves" }
            $0.update(paging: .entries) { $0.set(id, to: value) }
            if setsResult { $0.setsResult(of: .entry(id)) } else { $0.update(.entry(id)) { $0.value = value } }
        }
        let task = Task { [server] in
            do throws(FetchError) {
                try await write.waitForTurn()
                _ = try await write.send()
                server.end(value, .confirmed)
            } catch {
                server.end(value, error.response == nil ? .unknown : .refused)
            }
        }
        if isCancelled { task.cancel() }
        tasks.append(task)
    }

    private func pass() {
        let seconds: Double = [0.25, 0.5, 3, 20, 70, 400].randomElement(using: &random) ?? 1
        log.append("\(seconds) s")
        clock.advance(by: .seconds(seconds))
    }

    private func signOut() {
        // Who writes is decided when that is sent.
        guard server.isEveryWriteSent else { return }
        account.name = account.name == "ada" ? "bob" : "ada"
        session += 1
        log.append("now \(account.name ?? "")")
        client.resources.accountDidChange()
    }

    private func evict() {
        log.append("evict")
        stop()
        client.resources.removeUnused()
        if Bool.random(using: &random) { observe() }
    }

    // MARK: - The end

    /// Lets everything end, and the server be asked: then its list is shown, and nothing else.
    func settle() async throws {
        log.append("settle")
        server.isKind = true
        observe()
        let all = Task { [tasks] in for task in tasks { await task.value } }
        try await pump { self.server.hasNoWrites }
        client.resources.invalidate(.all)
        try await pump { self.isSettled && self.isServed(self.windows[0]) }
        for window in windows.dropFirst() { window.reload() }
        try await pump { self.windows.allSatisfy { self.isServed($0) } }
        check()
        guard problem == nil else { return }
        for (index, entry) in entries.enumerated() where entry.state.value != server.entry(index + 1, of: account.name)
        {
            problem = "entry \(index + 1) is \(entry.state.value.map { "\($0.value)" } ?? "nothing")"
        }
        for (recorder, window) in zip(recorders, windows) {
            try await eventually { recorder.states.last?.items == window.state.items }
        }
        all.cancel()
    }

    private var isSettled: Bool {
        entries.allSatisfy { entry in
            let state = entry.state
            return state.value != nil && state.activity == .idle && !state.isStale && state.pendingChanges == 0
        }
    }

    /// Whether a window shows what the server has, and nothing is under way.
    private func isServed(_ window: ListWindow<Shelves.Page>) -> Bool {
        let state = window.state
        if state.error != nil, !state.isLoading { window.reload() }
        guard !state.isLoading, !state.next.isInProgress, !state.previous.isInProgress, let pages = state.items else {
            return false
        }
        let expected = server.pages(of: account.name ?? "")
        return pages.allSatisfy { expected[$0.number] == $0 }
    }

    private func pump(until isDone: () -> Bool) async throws {
        for _ in 0..<10_000 {
            if isDone() { return }
            _ = server.decide(&random)
            _ = server.deliver(&random)
            try await tasksAtRest()
        }
        let texts = windows.map { "\($0.state.items?.map(\.texts) ?? []) \($0.state.isLoading) \($0.state.next)" }
        problem = "it does not settle: \(texts), \(server.pages(of: account.name ?? "").mapValues(\.texts))"
    }

    // MARK: - What must hold

    private func check() {
        guard problem == nil else { return }
        // What has ended by now must be seen by whoever reads from now on.
        let writes = server.endedWrites
        let present = account.name ?? ""
        for (index, window) in windows.enumerated() {
            let pages = window.state.items ?? []
            for entry in pages.flatMap(\.entries) { check(entry, writes, present, "window \(index)") }
            if Set(pages.map(\.number)).count != pages.count {
                problem = "a page is shown twice: \(pages.map(\.number))"
            }
        }
        let shown = writes.filter { !$0.showsResult || $0.end != .confirmed }
        for entry in entries.compactMap(\.state.value) { check(entry, shown, present, "the entry") }
    }

    private func check(
        _ entry: Shelves.Entry, _ writes: [ShiftingServer.Write], _ present: String, _ screen: String
    ) {
        guard entry.account == present else {
            problem = "\(screen) of \(present) shows what \(entry.account) has"
            return
        }
        for write in writes where write.id == entry.id && write.account == present {
            if write.end == .refused, write.value == entry.value { problem = "\(screen) shows refused \(write.value)" }
            guard write.end == .confirmed, write.session == session, write.value != entry.value else { continue }
            // Another value may be shown if the server had it later, or if it was written later.
            if entry.value > write.value || server.had(entry.value, since: write) { continue }
            problem = "confirmed \(write.value) of \(entry.id) has vanished from \(screen) behind \(entry.value)"
        }
    }
}
