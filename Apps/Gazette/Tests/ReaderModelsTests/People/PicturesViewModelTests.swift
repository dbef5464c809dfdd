import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import JSONPlaceholder
import ReaderModels
import Testing

@Suite(.timeLimit(.minutes(2)))
struct PicturesViewModelTests {
    let clock = ManualClock()
    let backend = Backend()
    let store: ImageStore

    init() {
        for id in 1...9 { backend.respond(to: "/150/\(id)", with: .gif) }
        store = ImageStore(client: Client(JSONPlaceholder(), transport: backend.transport, cache: nil, retry: .never))
    }

    private func model(_ count: Int, maxConcurrent: Int = 6) -> PicturesViewModel {
        let photos = (0..<count).map { index in
            JSONPlaceholder.Photo(
                id: index + 1, albumId: 1, title: "a", url: "https://via.example/600/\(index + 1)",
                thumbnailUrl: "https://via.example/150/\(index + 1)")
        }
        let album = JSONPlaceholder.Album(id: 1, userId: 1, title: "quidem")
        return PicturesViewModel(
            JSONPlaceholder.FilledAlbum(album: album, photos: photos), store: store, maxConcurrent: maxConcurrent,
            scheduler: clock.scheduler)
    }

    private func states(_ model: PicturesViewModel) -> [String] {
        model.pictures.map { $0.state.description.prefix { $0 != "(" }.description }
    }

    @Test("Pictures appear in their order, failures are skipped and counted (T35)")
    func order() async throws {
        let gate = Gate()
        backend.respond(to: "/150/2", with: .gif, at: gate)
        backend.respond(to: "/150/3", with: .status(404))
        let model = model(5)
        #expect(states(model) == Array(repeating: "idle", count: 5))
        try await clock.runDueWork()
        #expect(backend.targets.isEmpty)
        model.load()
        try await clock.settle { backend.targets.count == 5 && backend.openCount() == 1 }
        try await clock.settle { states(model).first == "loaded" }
        try await clock.runDueWork()
        #expect(states(model) == ["loaded", "loading", "loading", "loading", "loading"])
        #expect(model.isLoading)
        gate.open()
        try await clock.settle { !model.isLoading }
        #expect(states(model) == ["loaded", "loaded", "failed", "loaded", "loaded"])
        #expect(model.failureCount == 1)
        #expect(model.pictures.map(\.id) == [1, 2, 3, 4, 5])
    }

    @Test func notMoreAreAskedForAtOnceThanAllowed() async throws {
        let model = model(9, maxConcurrent: 2)
        model.load()
        try await clock.settle { !model.isLoading && model.failureCount == 0 && states(model).last == "loaded" }
        #expect(backend.mostOpen <= 2)
    }

    @Test func aCancelLeavesWhatHasCome() async throws {
        backend.hold("/150/2")
        let model = model(3)
        model.load()
        try await clock.settle { states(model).first == "loaded" && backend.openCount() == 1 }
        model.cancel()
        try await clock.settle { backend.openCount() == 0 && !model.isLoading }
        #expect(states(model) == ["loaded", "idle", "idle"])
        #expect(model.failureCount == 0)
        backend.respond(to: "/150/2", with: .gif)
        model.load()
        try await clock.settle { states(model) == ["loaded", "loaded", "loaded"] && !model.isLoading }
        // A loaded picture is not requested again.
        #expect(backend.count("/150/1") == 1)
    }

    @Test("A person without albums has no pictures, and an album may be empty (T34)")
    func nothing() async throws {
        let nobody = PicturesViewModel(nil, store: store, scheduler: clock.scheduler)
        for model in [nobody, model(0)] {
            model.load()
            try await clock.settle { !model.isLoading && clock.actionCount == 0 }
            #expect(model.pictures.isEmpty && model.failureCount == 0)
        }
        #expect(nobody.album == nil)
        #expect(backend.targets.isEmpty)
    }
}
