import AppleUI
import Freshet
import FreshetResources
#if os(Linux)
import FetchedOnStub
#endif

// The code of the guide "Resources" for SwiftUI.

struct Theatre: Service {
    let baseURL = "https://theatre.example/v1"
}

struct Play: Codable, Sendable, Identifiable, Equatable {
    var id: Int
    var title: String
}

extension Request where API == Theatre, Value == Play {
    static func play(_ id: Int) -> Self { Request("plays/\(id)").tagged(.id("play", id)) }
}

struct PlayView: View {
    @Fetched private var play: Play?

    init(_ theatre: Client<Theatre>, id: Int) { _play = Fetched(theatre, .play(id)) }

    var body: some View { Text(play?.title ?? "…") }
}
