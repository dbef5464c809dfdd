import Foundation
import Freshet
import FreshetTesting
import Testing

// The code of the guide "Streaming JSON and NDJSON".

actor FilmIndex {
    private(set) var titles: [String] = []

    func add(_ film: Film) { titles.append(film.title) }
}

extension Request where API == Cinema, Value == Film {
    static var catalogue: Self { Request("catalogue") }
}

func addAll(_ cinema: Client<Cinema>, to index: FilmIndex) async throws {
    for try await film in cinema.values(for: .catalogue) { await index.add(film) }
}

func follow(_ log: Request<Cinema, String>, of cinema: Client<Cinema>, show: (String) -> Void) async throws {
    for try await line in cinema.lines(for: log) { show(line) }
}

func importAll(
    _ cinema: Client<Cinema>, to index: FilmIndex, report: @escaping @Sendable (FetchError) -> Void
) async throws {
    for try await film in cinema.values(for: .catalogue).skippingInvalid(report) { await index.add(film) }
}

func watch(_ camera: Request<Cinema, Data>, of cinema: Client<Cinema>, show: (Data) -> Void) async throws {
    for try await part in cinema.parts(for: camera) where part.headerFields[.contentType] == "image/jpeg" {
        show(part.body)
    }
}

struct StreamingValuesSnippets {
    @Test func picturesAreShown() async throws {
        let body = "--b\r\nContent-Type: image/jpeg\r\n\r\none\r\n--b\r\n\r\ntwo\r\n--b--"
        let server = StubTransport { _ in
            .init(headers: [.contentType: "multipart/x-mixed-replace; boundary=b"], chunks: [Data(body.utf8)])
        }
        var pictures: [Data] = []
        try await watch(Request("camera"), of: Client(Cinema(), transport: server, cache: nil)) { pictures.append($0) }
        #expect(pictures == [Data("one".utf8)])
    }

    @Test func everyFilmIsIndexed() async throws {
        let server = StubTransport { _ in
            .init(
                headers: [.contentType: "application/x-ndjson"],
                chunks: [
                    Data(#"{"id": 1, "title": "Vaga"#.utf8), Data("bond\"}\n{\"id\": 2, \"title\": \"Jacquot\"}".utf8),
                ])
        }
        let index = FilmIndex()
        try await addAll(Client(Cinema(), transport: server, cache: nil), to: index)
        #expect(await index.titles == ["Vagabond", "Jacquot"])
    }

    @Test func anImportGoesOn() async throws {
        let server = StubTransport { _ in .text("{}\n{\"id\": 2, \"title\": \"Jacquot\"}\n") }
        let (index, errors) = (FilmIndex(), Lock(0))
        try await importAll(Client(Cinema(), transport: server, cache: nil), to: index) { _ in
            errors.withLock { $0 += 1 }
        }
        #expect(await index.titles == ["Jacquot"])
        #expect(errors.withLock { $0 } == 1)
    }

    @Test func linesAreShown() async throws {
        let server = StubTransport { _ in .text("one\ntwo\n") }
        var lines: [String] = []
        try await follow(Request("log", reading: .text), of: Client(Cinema(), transport: server, cache: nil)) {
            lines.append($0)
        }
        #expect(lines == ["one", "two"])
    }
}
