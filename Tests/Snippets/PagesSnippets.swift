import Foundation
import Freshet
import FreshetTesting
import Testing

// The code of the guide "Pagination and infinite scrolling".

struct Screening: Decodable, Sendable {
    let film: Film
    let nextDay: String?
}

extension PagedRequest where API == Cinema, Page == [Film] {
    static var films: Self { .links(Request("films")) }
}

func indexEverything(_ cinema: Client<Cinema>, in index: FilmIndex) async throws {
    for try await film in cinema.pages(of: .films).items({ $0 }) { await index.add(film) }
}

extension PagedRequest where API == Cinema, Page == Screening {
    static func screenings(on day: String) -> Self {
        PagedRequest(Request("screenings/\(day)")) { page, _ throws(FetchError) in
            page.value.nextDay.map { Request("screenings/\($0)") }
        }
    }
}

struct FilmPage: Sendable {
    let films: [Film]
    let next: String?
}

extension Request where API == Cinema, Value == FilmPage {
    static var firstFilms: Self {
        Request(
            "films",
            reading: ResponseReading { response, service in
                FilmPage(
                    films: try service.decode([Film].self, from: response.value),
                    next: response.links["next"])
            })
    }
}

struct PagesSnippets {
    @Test func everyPageIsRead() async throws {
        let server = StubTransport { request in
            request.query == "page=2"
                ? .json(#"[{"id": 2, "title": "Jacquot"}]"#)
                : .json(#"[{"id": 1, "title": "Vagabond"}]"#, headers: [.init("Link")!: "<?page=2>; rel=next"])
        }
        let index = FilmIndex()
        try await indexEverything(Client(Cinema(), transport: server, cache: nil), in: index)
        #expect(await index.titles == ["Vagabond", "Jacquot"])
        #expect(server.requests.map(\.query) == [nil, "page=2"])
        let page = try await Client(Cinema(), transport: server, cache: nil).value(for: .firstFilms)
        #expect(page.next == "https://cinema.example/v1/films?page=2")
    }

    @Test func screeningsGoFromDayToDay() async throws {
        let server = StubTransport { request in
            .json(
                #"{"film": {"id": 1, "title": "Vagabond"}, "nextDay": \#(request.path.hasSuffix("mon") ? #""tue""# : "null")}"#
            )
        }
        var count = 0
        for try await _ in Client(Cinema(), transport: server, cache: nil).pages(of: .screenings(on: "mon")) {
            count += 1
        }
        #expect(count == 2)
        #expect(server.requests.map(\.path) == ["/v1/screenings/mon", "/v1/screenings/tue"])
    }
}
