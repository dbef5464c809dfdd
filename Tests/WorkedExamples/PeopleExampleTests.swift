import Foundation
import FreshetCombine
import FreshetTesting
import HTTPTypes
import Testing

@Suite(.timeLimit(.minutes(2)))
struct PeopleExampleTests {
    private func people(_ responses: [String: StubTransport.Response] = [:]) -> (Client<People>, StubTransport) {
        let known: [String: StubTransport.Response] = [
            "/users": .json(#"[{"id":2,"username":"Zoe"},{"id":1,"username":"adam"}]"#),
            "/albums": .json(#"[{"id":7,"userId":1},{"id":5,"userId":2},{"id":6,"userId":1}]"#),
            "/photos": .json(
                #"[{"id":1,"albumId":6,"url":"a"},{"id":2,"albumId":7,"url":"b"},{"id":3,"albumId":6,"url":"c"}]"#),
        ].merging(responses) { $1 }
        let stub = StubTransport { request in known[request.head.path ?? ""] ?? .status(404) }
        return (Client(People(), transport: stub, cache: nil, retry: .never), stub)
    }

    @Test func photosGoIntoAlbumsAndAlbumsIntoUsersInTheirOrder() async throws {
        let users = try await people().0.usersWithAlbums().firstValue()
        #expect(users.map(\.username) == ["Zoe", "adam"])
        // T34: a user without photos has an empty album, not a missing one.
        #expect(users[0].albums?.map(\.id) == [5])
        #expect(users[0].albums?.first?.photos == [])
        #expect(users[1].albums?.map(\.id) == [7, 6])
        #expect(users[1].albums?.last?.photos?.map(\.id) == [1, 3])
    }

    @Test func aPartThatFailsFailsTheWholeWithItsOwnReason() async throws {
        let (client, _) = people(["/albums": .status(503)])
        let recorder = PublisherRecorder(client.usersWithAlbums())
        try await recorder.waitForCompletion()
        // T31, T32: the status counts, and the reason is kept.
        #expect(recorder.values.isEmpty)
        #expect(recorder.failure?.response?.head.status == .serviceUnavailable)
    }

    @Test func theListIsFilteredAsOneTypes() async throws {
        let clock = ManualClock()
        let (client, stub) = people()
        let model = UsersViewModel(client, scheduler: clock.scheduler)
        model.showUsers()
        clock.advance()
        // T71: taps while it loads open one screen.
        model.showUsers()
        try await clock.run(upTo: .zero) { !model.visible.isEmpty }
        #expect(stub.requests.count == 3)
        #expect(model.opened == 1)
        // T29, T30: the filter works, each time, from one subscription.
        model.searchText = "AD"
        #expect(model.visible.map(\.username) == ["adam"])
        model.searchText = ""
        #expect(model.visible.count == 2)
    }

    @Test func nothingIsSentBeforeAnybodyAsks() async throws {
        let (client, stub) = people()
        let publisher = client.users()
        // T6: cold, and again for each subscription.
        #expect(stub.requests.isEmpty)
        _ = try await publisher.firstValue()
        _ = try await publisher.firstValue()
        #expect(stub.requests.count == 2)
    }
}
