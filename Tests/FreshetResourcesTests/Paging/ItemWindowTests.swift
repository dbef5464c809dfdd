import Foundation
import FreshetCore
import FreshetResources
import FreshetTesting
import HTTPTypes
import Testing

/// Windows on lists of ids whose items are requests of their own.
@Suite(.timeLimit(.minutes(1)))
struct ItemWindowTests {
    struct Board: Service {
        let baseURL = "https://board.example"
    }

    struct Note: Codable, Sendable, Hashable, Identifiable {
        let id: Int
        var isHidden = false
    }

    /// The server of the board.
    final class Server: Sendable {
        struct State {
            var ids = Array(1...7)
            var failing: Set<Int> = []
            var absent: Set<Int> = []
            var hidden: Set<Int> = []
            var gates: [Int: Gate] = [:]
            var lifetime = 0
            var open = 0
            var mostOpen = 0
        }

        let state = Lock(State())

        var transport: StubTransport {
            StubTransport { [state] request async throws(FetchError) in
                let id = (request.head.path ?? "").split(separator: "/").last.flatMap { Int($0) }
                let present = state.withLock { state in
                    state.open += 1
                    state.mostOpen = max(state.mostOpen, state.open)
                    return state
                }
                defer { state.withLock { $0.open -= 1 } }
                await present.gates[id ?? 0]?.wait()
                if let id, present.failing.contains(id) { throw FetchError(.connectionLost) }
                var text = "\(present.ids)"
                if let id {
                    text = #"{"id":\#(id),"isHidden":\#(present.hidden.contains(id))}"#
                    if present.absent.contains(id) { text = "null" }
                }
                return .json(text, headers: [.cacheControl: "max-age=\(present.lifetime)"])
            }
        }

        func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }
    }

    let clock = ManualClock()
    let server = Server()
    let stub: StubTransport
    let client: Client<Board>

    init() {
        stub = server.transport
        client = Client(Board(), transport: stub, cache: nil, retry: .never, time: clock.time)
    }

    private func window(size: Int = 3, maxConcurrent: Int = 16) -> ListWindow<Note> {
        client.window(on: Self.list, size: size, maxConcurrent: maxConcurrent) {
            Request("notes/\($0)")
        } where: {
            !$0.isHidden
        }
    }

    private func loaded() async -> ListWindow<Note> {
        let window = window()
        await window.load().value
        return window
    }

    private static let list = Request<Board, [Int]>("notes")

    /// Holds the responses to the requests for an item until the gate is opened.
    private func held(_ id: Int) -> Gate {
        let gate = Gate()
        server.set { $0.gates = [id: gate] }
        return gate
    }

    private func ids(_ window: ListWindow<Note>) -> [Int]? { window.state.items?.map(\.id) }

    private var asked: Int { stub.requests.count }

    @Test func itemsComeInTheOrderOfTheirIDsAPageAtATime() async {
        let window = window()
        await window.load().value
        #expect(ids(window) == [1, 2, 3] && window.state.totalCount == 7 && asked == 4)
        await window.loadMore().value
        await window.loadMore().value
        #expect(ids(window) == [1, 2, 3, 4, 5, 6, 7] && !window.state.hasNext && asked == 8)
    }

    @Test func aPageThatIsAskedForWhileTheFirstOneIsRequestedFollowsIt() async throws {
        let gate = held(2)
        let window = window()
        window.load()
        try await gate.waitUntilWaiting()
        let both = [window.loadMore(), window.loadMore()]
        #expect(window.state.next == .fetching && window.state.isLoading)
        gate.open()
        for task in both { await task.value }
        #expect(ids(window) == [1, 2, 3, 4, 5, 6] && window.state.hasNext)
        #expect(window.state.next == .idle && !window.state.isLoading)
    }

    @Test func aPageThatWasAskedForIsForgottenWithWhatIsCancelled() async throws {
        let gate = held(2)
        let window = window()
        window.load()
        try await gate.waitUntilWaiting()
        window.loadMore()
        window.cancel()
        gate.open()
        await window.load().value
        #expect(ids(window) == [1, 2, 3])
    }

    @Test func windowsSendTheRequestsOfTheListAndOfItsItemsOnce() async throws {
        let gate = held(2)
        let windows = [window(), window()]
        let loading = windows.map { $0.load() }
        try await gate.waitUntilWaiting()
        gate.open()
        for task in loading { await task.value }
        #expect(windows.allSatisfy { ids($0) == [1, 2, 3] })
        #expect(asked == 4)
    }

    @Test func itemsThatFailAreMissingAndThoseThatAreNotThereAreNot() async {
        server.set { state in
            state.failing = [1]
            state.absent = [2]
            state.hidden = [4]
        }
        let window = window(size: 5)
        await window.load().value
        #expect(ids(window) == [3, 5] && window.state.missingCount == 1 && window.state.error == nil)
    }

    @Test func whenNothingComesThePageHasFailed() async {
        server.set { $0.failing = [1, 2, 3] }
        let window = window()
        await window.load().value
        #expect(ids(window) == nil && window.state.error?.kind == .connectionLost)
        server.set { $0.failing = [4, 5, 6] }
        await window.load().value
        await window.loadMore().value
        #expect(ids(window) == [1, 2, 3] && window.state.next.error?.kind == .connectionLost)
    }

    @Test func anItemThatIsKnownStaysWhereItCannotBeFetchedAgain() async {
        let window = window()
        await window.load().value
        server.set { $0.failing = [2] }
        await window.reload().value
        #expect(ids(window) == [1, 2, 3] && window.state.missingCount == 0 && window.state.isStale)
        server.set { $0.failing = [1, 2, 3] }
        await window.reload().value
        #expect(ids(window) == [1, 2, 3] && window.state.error == nil && window.state.isStale)
        server.set { $0.failing = [] }
        await window.reload().value
        #expect(!window.state.isStale)
    }

    @Test func cancellingTheTaskOfALoadShowsNoPartOfAPage() async throws {
        let gate = held(2)
        let window = window()
        let loading = window.load()
        try await gate.waitUntilWaiting()
        try await eventually { asked == 4 }
        loading.cancel()
        await loading.value
        #expect(ids(window) == nil && window.state.missingCount == 0 && !window.state.isLoading)
        gate.open()
        await window.load().value
        #expect(ids(window) == [1, 2, 3])
    }

    @Test func anObserverThatCancelsWhenTheFirstPageIsThereGetsNoFurtherOne() async throws {
        let gate = held(2)
        let window = window()
        let hasCancelled = Lock(false)
        let observation = window.observe { [weak window] in
            guard let window, !window.state.isLoading, window.state.items != nil else { return }
            let isFirst = hasCancelled.withLock { hasCancelled in
                defer { hasCancelled = true }
                return !hasCancelled
            }
            if isFirst { window.cancel() }
        }
        let loading = window.load()
        try await gate.waitUntilWaiting()
        window.loadMore()
        gate.open()
        await loading.value
        #expect(ids(window) == [1, 2, 3] && window.state.next == .idle)
        observation.cancel()
    }

    @Test func anEmptyListIsShown() async {
        server.set { $0.ids = [] }
        let window = window()
        await window.load().value
        #expect(ids(window) == [] && !window.state.hasNext && asked == 1)
    }

    @Test func noMoreItemsAreRequestedAtOnceThanAllowed() async {
        server.set { $0.ids = Array(1...40) }
        let window = window(size: 40, maxConcurrent: 4)
        await window.load().value
        #expect(ids(window)?.count == 40 && server.state.withLock { $0.mostOpen } <= 4)
    }

    @Test func theFirstItemsAreThereBeforeTheLastAndAfterACancelTheListGoesOnWithoutAGap() async throws {
        let gate = Gate()
        server.set { state in
            state.ids = Array(1...40)
            state.gates = [15: gate]
        }
        let window = window(size: 30)
        window.load()
        try await eventually { ids(window)?.count ?? 0 >= 10 }
        #expect(window.state.isPartial && window.state.isLoading)
        try await gate.waitUntilWaiting()
        window.cancel()
        let shown = ids(window)?.count ?? 0
        #expect((10..<15).contains(shown) && !window.state.isLoading && window.state.hasNext)
        gate.open()
        await window.loadMore().value
        #expect(ids(window) == Array(1...min(40, shown + 30)))
    }

    @Test func aLaterOneBeginsWithWhatIsKnown() async throws {
        _ = await loaded()
        clock.advance(by: .seconds(3))
        let gate = Gate()
        server.set { state in
            state.ids = [9, 1, 2, 3]
            state.gates = [9: gate]
        }
        let later = window()
        let loading = later.load()
        #expect(ids(later) == [1, 2, 3] && later.state.isLoading && !later.state.isPartial)
        try await gate.waitUntilWaiting()
        #expect(ids(later) == [1, 2, 3])
        gate.open()
        await loading.value
        #expect(ids(later) == [9, 1, 2])
    }

    @Test func freshItemsAreNotRequestedAgainButByAReload() async {
        server.set { $0.lifetime = 60 }
        _ = await loaded()
        let later = window()
        await later.load().value
        #expect(asked == 4)
        await later.reload().value
        #expect(asked == 8)
    }

    @Test func newIDsAreThoseThatTheWholeListDidNotHaveWhenItWasShown() async {
        let window = window()
        let list = client.resource(Self.list)
        #expect(window.newIDs.isEmpty)
        await window.load().value
        list.set([8, 7, 9, 1, 2])
        #expect(window.newIDs == [8, 9] && ids(window) == [1, 2, 3])
        server.set { $0.ids = [8, 7, 9, 1, 2] }
        await window.reload().value
        #expect(window.newIDs.isEmpty && ids(window) == [8, 7, 9])
    }

    @Test func itemsOfKnownIDsNeedNoList() async {
        let window = client.window(on: [5, 4], size: 1) { id in Request<Board, Note?>("notes/\(id)") }
        await window.load().value
        await window.loadMore().value
        #expect(ids(window) == [5, 4] && asked == 2 && window.newIDs.isEmpty)
    }

    // MARK: - Feeding

    @Test func oneOperationFeedsAResourceAsLongAsATokenLives() async throws {
        let list = client.resource(Self.list)
        let (begun, ended) = (Lock(0), Gate())
        func feed() -> ResourceObservation {
            list.feeding { list in
                list.set([
                    begun.withLock { count in
                        count += 1
                        return count
                    }
                ])
                await Gate().wait()
                ended.open()
            }
        }
        let first = feed()
        try await eventually { list.state.value == [1] }
        let second = feed()
        first.cancel()
        first.cancel()
        try await tasksAtRest()
        #expect(begun.withLock { $0 } == 1 && asked == 0)
        second.cancel()
        await ended.wait()
        let third = feed()
        try await eventually { list.state.value == [2] }
        third.cancel()
    }
}
