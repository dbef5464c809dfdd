import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import JSONPlaceholder
import ReaderModels
import Testing

@Suite(.timeLimit(.minutes(2)))
struct UsersViewModelTests {
    let clock = ManualClock()
    let backend = Backend()

    init() {
        backend.respond(to: "/users", with: .users)
        backend.respond(to: "/albums", with: .albums)
        backend.respond(to: "/photos", with: .photos)
    }

    private func model(_ policy: JSONPlaceholder.PartialFailure = .keepsTheRest) -> UsersViewModel {
        UsersViewModel(
            Client(JSONPlaceholder(), transport: backend.transport, cache: nil, retry: .never), partialFailure: policy,
            scheduler: clock.scheduler)
    }

    private func names(_ model: UsersViewModel) -> [String] { model.people.value?.map(\.user.username) ?? [] }

    private func loaded() async throws -> UsersViewModel {
        let model = model()
        model.load()
        try await settle(model)
        return model
    }

    private func settle(_ model: UsersViewModel) async throws {
        try await clock.settle { model.people.value != nil && !model.people.isFetching }
    }

    @Test("Users come with their albums and photos; one who owns nothing has empty lists (T34)")
    func merge() async throws {
        let model = try await loaded()
        #expect(names(model) == ["Bret", "Antonette"])
        #expect(model.people.value?.map(\.albums.count) == [2, 0])
        #expect(model.people.value?[0].albums.map { $0.photos.map(\.id) } == [[1, 2], []])
        #expect(model.people.value?[1].albums.first == nil)
    }

    @Test("The filter is live and looks at names, addresses and the like (T29, T30)")
    func filter() async throws {
        let model = model()
        model.searchText = "bret"
        model.load()
        try await settle(model)
        #expect(names(model) == ["Bret"])
        for (text, expected) in [
            ("ERVIN", ["Antonette"]), ("melissa", ["Antonette"]), ("gwenbor", ["Bret"]), ("romaguera", ["Bret"]),
            ("nobody", []), ("", ["Bret", "Antonette"]),
        ] {
            let changes = PublisherRecorder(model.$people)
            model.searchText = text
            #expect(names(model) == expected)
            // One subscription, so one change.
            #expect(changes.values.count == 2)
        }
        try await clock.runDueWork()
        #expect(backend.targets.count == 3)
    }

    @Test("A second tap while it loads does nothing (T71)")
    func secondTap() async throws {
        let gate = Gate()
        backend.respond(to: "/users", with: .users, at: gate)
        let model = model()
        model.load()
        model.load()
        clock.advance()
        model.load()
        try await clock.settle { gate.waiterCount == 1 }
        model.load()
        gate.open()
        try await settle(model)
        #expect(backend.targets.count == 3)
        model.load()
        try await clock.settle { backend.targets.count == 6 }
    }

    @Test("One screen is open at a time, and opens again after it was closed (T23, T71)")
    func opening() async throws {
        let model = model()
        model.open(1)
        #expect(model.opened == nil)
        model.load()
        try await settle(model)
        let openings = PublisherRecorder(model.$opened.map { $0?.id })
        model.open(1)
        model.open(1)
        model.open(2)
        model.close()
        model.open(2)
        model.open(99)
        #expect(openings.values == [nil, 1, 2, nil, 2, nil])
        // The filter hides the row, not the screen that it opened.
        model.open(1)
        model.searchText = "ervin"
        #expect(model.opened?.id == 1)
        #expect(backend.targets.count == 3)
    }

    // MARK: - Failures

    @Test("Missing parts are shown next to the others (T32)")
    func partialFailure() async throws {
        backend.respond(to: "/photos", with: .status(503))
        let model = try await loaded()
        #expect(names(model) == ["Bret", "Antonette"])
        #expect(model.failures.keys.sorted { $0.rawValue < $1.rawValue } == [.photos])
        #expect(model.failures[.photos]?.text.contains("503") == true)
        #expect(model.selectedError == model.failures[.photos])
        model.dismissError()
        #expect(model.selectedError == nil && !model.failures.isEmpty)
        // A dismissed failure does not show again when the next attempt begins.
        let gate = Gate()
        backend.respond(to: "/photos", with: .photos, at: gate)
        model.load()
        try await clock.settle { gate.waiterCount == 1 }
        #expect(model.selectedError == nil)
        gate.open()
        try await clock.settle { model.failures.isEmpty }
        #expect(model.selectedError == nil && names(model).count == 2)
    }

    @Test func theStricterPolicyFailsTheWhole() async throws {
        backend.respond(to: "/photos", with: .status(503))
        let model = model(.failsTheWhole)
        model.load()
        try await clock.settle { model.selectedError != nil }
        #expect(model.people.value == nil && model.people.error != nil && model.failures.isEmpty)
    }

    @Test("An error page is no data, and its reason is kept (T4, T31, T32)")
    func failure() async throws {
        backend.respond(to: "/users", with: .json("[]", status: 503))
        let model = model()
        model.load()
        try await clock.settle { model.selectedError != nil }
        #expect(model.selectedError?.text.contains("503") == true)
        #expect(model.people.value == nil && !model.people.isFetching)
        backend.respond(to: "/users", with: .users)
        model.retry()
        try await settle(model)
        #expect(names(model).count == 2 && model.selectedError == nil)
        backend.fail("/users")
        model.load()
        try await clock.settle { model.selectedError != nil }
        #expect(names(model).count == 2 && model.people.isStale)
        model.dismissError()
        #expect(model.selectedError == nil && model.people.error == nil && names(model).count == 2)
    }

    @Test func cancellingEndsAllThreeCalls() async throws {
        for path in ["/users", "/albums", "/photos"] { backend.hold(path) }
        let model = model()
        model.load()
        try await clock.settle { backend.openCount() == 3 }
        model.cancel()
        try await clock.settle { backend.openCount() == 0 }
        #expect(!model.people.isFetching && model.people.value == nil && model.selectedError == nil)
        backend.respond(to: "/users", with: .users)
        backend.respond(to: "/albums", with: .albums)
        backend.respond(to: "/photos", with: .photos)
        model.load()
        try await settle(model)
        #expect(names(model).count == 2)
    }

    @Test func aCancelledFirstTapMayBeRepeated() async throws {
        let model = model()
        model.load()
        model.cancel()
        model.load()
        try await settle(model)
        #expect(names(model).count == 2)
    }
}
