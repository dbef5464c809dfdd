import Foundation
import Freshet
import FreshetCombine

/// The full-screen reader: keys and view models change the state, and changed lines are drawn.
@MainActor
final class TUIApp {
    /// The pause before the details of a selected element are requested if another was selected just before, so that
    /// moving past it sends no request.
    private static let selectionPause = Duration.milliseconds(150)

    private var state: TUIState
    private let terminal: ScreenTerminal
    private let lists: [TUISection: any TUIList]
    private let pictures: TUIPictures
    private let store: TUIMarksStore
    private var subscriptions: [AnyCancellable] = []
    private var source: TUIDetailSource?
    /// The number of the current selection, so that details requested for an earlier one are not shown.
    private var selection = 0
    private var selectionTime = ContinuousClock.now
    private var isDrawingPlanned = false
    private var end: CheckedContinuation<Void, Never>?

    init(_ connection: Connection, isSample: Bool, isOffline: Bool, environment: [String: String]) throws {
        terminal = ScreenTerminal(environment)
        store = try TUIMarksStore()
        pictures = TUIPictures(connection)
        let marks = store.load()
        lists = [
            .news: NewsList(connection.news, country: connection.country),
            .hn: StoriesList(connection.hackerNews, connection.hackerNewsSearch),
            .feeds: FeedsList(isOffline: isOffline, saved: marks.saved) { try FeedOptions.open(connection) },
            .movies: MoviesList(connection.movies), .meals: MealsList(connection.meals),
            .people: PeopleList(connection.people),
        ]
        state = TUIState(size: terminal.size, marks: marks, isSample: isSample)
    }

    /// Shows the screen until the reader quits or the task is cancelled.
    ///
    /// - Throws: ``Failure`` if a change of the marks could not be stored.
    func run() async throws {
        await show()
        try await store.finish()
    }

    private func show() async {
        terminal.onKey = { [weak self] key in self?.take(key) }
        terminal.onResize = { [weak self] in self?.resize() }
        terminal.onContinue = { [weak self] in
            self?.resize()
            self?.planDrawing()
        }
        terminal.onPixels = { [weak self] cell in
            self?.pictures.longestSide = 480
            self?.state.cell = cell
            self?.planDrawing()
        }
        terminal.start()
        defer { terminal.stop() }
        for (section, list) in lists {
            subscriptions += list.observe { [weak self] in self?.changed(section) }
        }
        perform(.load(state.section))
        draw()
        store.onMarks = { [weak self] marks in
            guard let self else { return }
            for command in state.receive(marks) { perform(command) }
            planDrawing()
        }
        store.synchronize()
        await withTaskCancellationHandler {
            await withCheckedContinuation { end = $0 }
        } onCancel: {
            Task { @MainActor in self.quit() }
        }
        subscriptions = []
        source?.cancel()
        for list in lists.values {
            list.disappear()
            await list.finish()
        }
    }

    private func quit() {
        if let position = state.position { source?.keep(position) }
        end?.resume()
        end = nil
    }

    // MARK: - Changes

    private func take(_ key: Key?) {
        guard let key else { return quit() }
        for command in state.handle(key) { perform(command) }
        planDrawing()
    }

    private func resize() {
        let size = terminal.size
        guard size != state.size else { return }
        for command in state.resize(columns: size.columns, lines: size.lines) { perform(command) }
        terminal.clear()
        planDrawing()
    }

    /// Reads the content of a section later on the main queue, since a model announces a change before it happens.
    private func changed(_ section: TUISection) {
        DispatchQueue.main.async { [weak self] in
            MainActor.assumeIsolated { self?.refresh(section) }
        }
    }

    private func refresh(_ section: TUISection) {
        guard let content = lists[section]?.content else { return }
        let commands = state.receive(
            content.rows, in: section, status: content.status, problem: content.problem, newCount: content.newCount,
            isInner: content.isInner)
        for command in commands { perform(command) }
        planDrawing()
    }

    private func perform(_ command: TUIState.Command) {
        switch command {
        case .quit: quit()
        case .suspend: terminal.suspend()
        case .redraw: terminal.clear()
        case .load(let section):
            for (other, list) in lists where other != section { list.disappear() }
            lists[section]?.appear()
            if lists[section] != nil { refresh(section) }
        case .reload(let section): lists[section]?.reload()
        case .loadMore(let section): lists[section]?.loadMore()
        case .showNew(let section): lists[section]?.showNew()
        case .turn(let section, by: let offset):
            lists[section]?.turn(by: offset)
            refresh(section)
        case .search(let section, let text):
            lists[section]?.search(text)
            refresh(section)
        case .enter(let section, let list):
            lists[section]?.enter(list)
            refresh(section)
        case .mark(let row, let isRead): lists[row.section]?.mark(row, isRead: isRead)
        case .markAll(let section, let list): lists[section]?.markAll(list)
        case .add(let section, let address):
            lists[section]?.add(address)
            refresh(section)
        case .fullText: source?.toggleText()
        case .keepPosition(let position): source?.keep(position)
        case .select(let row): select(row)
        case .fold(let comment): source?.fold(comment)
        case .open(let address): Browser.open(address)
        case .keep(let marks):
            store.save(marks)
            for list in lists.values { list.receive(saved: marks.saved) }
        }
    }

    // MARK: - Details

    private func select(_ row: TUIRow?) {
        selection += 1
        source?.cancel()
        source = nil
        let isMoving = ContinuousClock.now - selectionTime < Self.selectionPause
        selectionTime = .now
        guard let row else { return }
        guard isMoving else { return loadDetail(of: row, selection) }
        let number = selection
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.selectionPause / .seconds(1)) { [weak self] in
            MainActor.assumeIsolated { self?.loadDetail(of: row, number) }
        }
    }

    private func loadDetail(of row: TUIRow, _ number: Int) {
        guard number == selection, let source = lists[row.section]?.detail(of: row) else { return }
        self.source = source
        source.begin { [weak self] in
            DispatchQueue.main.async { [weak self] in
                MainActor.assumeIsolated { self?.showDetail(number) }
            }
        }
        showDetail(number)
    }

    private func showDetail(_ number: Int) {
        guard number == selection, let detail = source?.read() else { return }
        state.receive(detail)
        planDrawing()
        guard terminal.hasColour, let address = detail.picture else { return }
        pictures.load(address) { [weak self] bitmap in
            guard let self, number == selection else { return }
            state.receive(bitmap, at: address)
            planDrawing()
        }
    }

    // MARK: - Drawing

    /// Schedules one drawing for all changes that happen at the same time.
    private func planDrawing() {
        guard !isDrawingPlanned else { return }
        isDrawingPlanned = true
        DispatchQueue.main.async { [weak self] in
            MainActor.assumeIsolated {
                self?.isDrawingPlanned = false
                self?.draw()
            }
        }
    }

    private func draw() {
        terminal.draw(state.screen, state.graphic)
    }
}
