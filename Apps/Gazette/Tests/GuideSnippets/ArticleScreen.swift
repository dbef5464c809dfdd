import AppleUI
import Freshet
import FreshetCombine

// The code of the guide "Coming from a Combine article" for SwiftUI.

struct Cinema: Service {
    let baseURL = "https://cinema.example/v1"
}

struct Film: Decodable, Sendable, Identifiable, Equatable {
    let id: Int
    let title: String
}

extension Request where API == Cinema, Value == [Film] {
    static func films(by director: String) -> Self { Request("films", query: ["director": director]) }
}

struct FilmsView: View {
    @StateObject private var films: Loader<[Film]>

    init(_ cinema: Client<Cinema>) {
        _films = StateObject(wrappedValue: Loader(from: cinema) { .films(by: "Varda") })
    }

    var body: some View {
        List {
            ForEach(films.fetch.value ?? []) { film in Text(film.title) }
        }
        .onAppear { films.load() }
    }
}
