import FreshetCore
import FreshetResources
import FreshetTesting
import HTTPTypes
import Testing

// The code of the guide Optimistic updates.

func rename(_ theatre: Client<Theatre>, to title: String) async throws {
    try await theatre.write(.rename(7, to: title)) {
        $0.update(.play(7)) { $0.title = title }
        $0.invalidates(.tag("ratings"))
    }
}

func renameEverywhere(_ theatre: Client<Theatre>) async throws {
    try await theatre.write(.rename(7, to: "Phaedra")) {
        $0.update(.id("play", 7), as: Play.self) { $0.title = "Phaedra" }
        $0.update(.id("play", 7), as: [Play].self) { plays in
            for index in plays.indices where plays[index].id == 7 { plays[index].title = "Phaedra" }
        }
    }
}

func replace(_ theatre: Client<Theatre>, with play: Play) async throws {
    try await theatre.write(.replace(play)) {
        $0.update(.play(play.id)) { $0 = play }
        $0.setsResult(of: .play(play.id))
        $0.setsResult(of: .rated) { plays, new in plays = plays.map { $0.id == new.id ? new : $0 } }
    }
}

func retitle(_ theatre: Client<Theatre>, to title: String) async throws {
    try await theatre.write(.rename(7, to: title)) {
        $0.scope = "play 7"
        $0.onFailure = .cancelsFollowing  // the writes after it are not sent then
        $0.update(.play(7)) { $0.title = title }
    }
}

@MainActor
func makeButton(_ theatre: Client<Theatre>) -> WriteModel<Theatre, String, Play> {
    WriteModel(theatre) {
        .rename(7, to: $0)
    } plan: { title, write in
        write.update(.play(7)) { $0.title = title }
    }
}

func retitleUnchanged(_ theatre: Client<Theatre>, to title: String) async throws {
    guard let shown = theatre.resource(.play(7)).state.response else { return }
    try await theatre.write(.rename(7, to: title).ifUnchanged(since: shown)) {
        $0.update(.play(7)) { $0.title = title }
    }
}

@Suite(.timeLimit(.minutes(1)))
struct WriteSnippets {
    private let server = StubTransport { request in
        let play = #"{"id":7,"title":"\#(request.head.method == .get ? "Phèdre" : "Phaedra")"}"#
        return .json((request.head.path ?? "").hasSuffix("rated") ? "[\(play)]" : play)
    }

    @Test func writesAreShown() async throws {
        let theatre = Client(Theatre(), transport: server, cache: nil)
        let play = theatre.resource(.play(7))
        _ = try await play.value()
        try await rename(theatre, to: "Phaedra")
        #expect(play.state.value?.title == "Phaedra")
        try await replace(theatre, with: Play(id: 7, title: "Phaedra"))
        try await retitle(theatre, to: "Hippolyte")
        #expect(play.state.value?.title == "Hippolyte")
        await #expect(throws: FetchError.self) { try await retitleUnchanged(theatre, to: "Aricie") }
        #expect(play.state.value?.title == "Hippolyte")
    }

    @Test func aRefusedTitleIsUndone() async throws {
        let gate = Gate()
        let server = StubTransport { request in
            guard request.head.method == .put else { return .json(#"{"id":7,"title":"Phèdre"}"#) }
            await gate.wait()
            return .status(403)
        }
        let theatre = Client(Theatre(), transport: server, cache: nil)
        let play = theatre.resource(.play(7))
        _ = try await play.value()
        let write = Task { try await rename(theatre, to: "Phaedra") }
        try await gate.waitUntilWaiting()
        #expect(play.state.value?.title == "Phaedra")
        gate.open()
        await #expect(throws: FetchError.self) { try await write.value }
        #expect(play.state.value?.title == "Phèdre")
    }

    @MainActor
    @Test func aButtonShowsItsChangeAtOnce() async throws {
        let theatre = Client(Theatre(), transport: server, cache: nil)
        _ = try await theatre.resource(.play(7)).value()
        let button = makeButton(theatre)
        button.start("Thésée")
        #expect(theatre.resource(.play(7)).state.value?.title == "Thésée")
        try await eventually { !button.isRunning }
        #expect(button.output?.title == "Phaedra")
    }
}
