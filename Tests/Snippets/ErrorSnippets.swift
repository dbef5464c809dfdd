import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import Testing

// The code of the guides "Error handling" and "Decoding JSON and other responses".

func advice(for error: FetchError) -> String? {
    switch error.kind {
    case .cancelled: return nil
    case .cannotConnect(.offline): return "You are offline."
    case .status(.notFound): return "There is no such film."
    case .service(let reason): return reason.message
    default: return error.localizedDescription
    }
}

func titles(_ cinema: Client<Cinema>) async -> [String] {
    do {
        return try await cinema.value(for: .films(by: "Varda")).map(\.title)
    } catch {
        return [advice(for: error) ?? ""]  // error is a FetchError
    }
}

func seatsLeft(after error: FetchError) -> Int? {
    struct Seats: Decodable { let seatsLeft: Int }
    switch error.kind {
    case .status(.conflict) where error.problem?.type == "https://tickets.example/problems/sold-out":
        return try? error.problem?.members(as: Seats.self).seatsLeft
    default:
        return nil
    }
}

struct BoxOffice: Service {
    let baseURL = "https://tickets.example/v1"

    func serviceError(in body: Data, of response: HTTPResponse) -> ServiceError? {
        guard let problem = try? decoder.decode(Problem.self, from: body) else { return nil }
        return ServiceError(code: problem.code, message: problem.detail, isRetryable: problem.code == "busy")
    }

    private struct Problem: Decodable {
        let code: String
        let detail: String
    }
}

extension Request where API == Cinema {
    static func synopsis(of film: Int) -> Request<Cinema, String> {
        .init("films/\(film)/synopsis.txt", reading: .text)
    }
    static func remove(_ film: Int) -> Request<Cinema, Void> {
        .init("films/\(film)", method: .delete, reading: .nothing)
    }
}

struct Reply {
    var status = HTTPResponse.Status.ok
    var headerFields: HTTPFields = [.contentType: "text/plain; charset=utf-8"]
    var body = Data()
}

func listing(by director: String, of cinema: Client<Cinema>) async -> Reply {
    do {
        let films = try await cinema.value(for: .films(by: director))
        return Reply(body: Data(films.map(\.title).joined(separator: "\n").utf8))
    } catch {
        let failure = error.gatewayResponse
        return Reply(status: failure.status, headerFields: failure.headerFields, body: failure.body)
    }
}

struct Archive: Service {
    let baseURL = "https://archive.example"
    var decoder: any BodyDecoder { FreshetJSONDecoder.snakeCaseConverting }
    var encoder: any BodyEncoder { JSONEncoder.snakeCaseConverting }
}

struct Wrapped: Service {
    let baseURL = "https://wrapped.example"

    func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
        try decoder.decode(Envelope<Value>.self, from: body).result
    }

    private struct Envelope<Value: Decodable>: Decodable {
        let result: Value
    }
}

struct EmptyRepertoire: Error {}

extension Request where API == Cinema, Value == [Film] {
    static func repertoire() -> Self {
        Request("repertoire").validating { films in
            if films.isEmpty { throw EmptyRepertoire() }
        }
    }
}

@Suite(.timeLimit(.minutes(1)))
struct ErrorSnippets {
    @Test func everyFailureHasAdvice() async {
        let refusing = StubTransport { _ in .status(404) }
        let lost = StubTransport { _ throws(FetchError) in throw FetchError(.cannotConnect(.offline)) }
        #expect(await titles(Client(Cinema(), transport: refusing, cache: nil)) == ["There is no such film."])
        #expect(await titles(Client(Cinema(), transport: lost, cache: nil, retry: .never)) == ["You are offline."])
    }

    @Test func aProblemIsRead() async {
        let type = "https://tickets.example/problems/sold-out"
        let body = #"{"type": "\#(type)", "detail": "Two seats are left.", "seatsLeft": 2}"#
        let server = StubTransport { _ in
            StubTransport.Response(
                status: 409, headers: [.contentType: "application/problem+json"], chunks: [Data(body.utf8)])
        }
        let order = Request<Cinema, Void>("orders", method: .post, reading: .nothing)
        let error = await #expect(throws: FetchError.self) {
            try await Client(Cinema(), transport: server, cache: nil).value(for: order)
        }
        #expect(error.flatMap(seatsLeft) == 2 && error?.localizedDescription == "Two seats are left.")
    }

    @Test func theBoxOfficeExplainsItself() async {
        let server = StubTransport { _ in .json(#"{"code": "sold_out", "detail": "No seats are left."}"#, status: 409) }
        let tickets = Client(BoxOffice(), transport: server, cache: nil)
        let order = Request<BoxOffice, Film>("orders", method: .post)
        let error = await #expect(throws: FetchError.self) { try await tickets.value(for: order) }
        #expect(error?.code == "service.sold_out" && error?.response?.head.status == .conflict)
    }

    @Test func aGatewayResponds() async {
        let server = StubTransport { request in
            request.head.path?.contains("Varda") == true
                ? .json(#"[{"id": 1, "title": "Vagabond"}]"#) : .status(503, headers: [.retryAfter: "30"])
        }
        let cinema = Client(Cinema(), transport: server, cache: nil, retry: .never)
        #expect(await listing(by: "Varda", of: cinema).body == Data("Vagabond".utf8))
        let failed = await listing(by: "Akerman", of: cinema)
        #expect(failed.status == .serviceUnavailable && failed.headerFields[.retryAfter] == "30")
    }

    @Test func theEnvelopeIsOpened() async throws {
        let server = StubTransport { _ in .json(#"{"result": {"id": 1, "title": "Vagabond"}}"#) }
        let wrapped = Client(Wrapped(), transport: server, cache: nil)
        let film = try await wrapped.value(for: Request<Wrapped, Film>("films/1"))
        #expect(film.title == "Vagabond")
    }

    @Test func anEmptyRepertoireIsRefused() async {
        let server = StubTransport { _ in .json("[]") }
        let cinema = Client(Cinema(), transport: server, cache: nil)
        let error = await #expect(throws: FetchError.self) { try await cinema.value(for: .repertoire()) }
        #expect(error?.code == "validation")
    }

    @Test func textsAndNothingAreRead() async throws {
        let server = StubTransport { request in request.head.method == .delete ? .status(204) : .text("A road film.") }
        let cinema = Client(Cinema(), transport: server, cache: nil)
        #expect(try await cinema.value(for: .synopsis(of: 1)) == "A road film.")
        try await cinema.value(for: .remove(1))
        #expect(server.requests.map(\.head.path) == ["/v1/films/1/synopsis.txt", "/v1/films/1"])
    }

    @Test func namesWithUnderscoresAreRead() async throws {
        let server = StubTransport { _ in .json(#"{"running_time": 105}"#) }
        let archive = Client(Archive(), transport: server, cache: nil)
        struct Reel: Decodable, Sendable { let runningTime: Int }
        let reel = try await archive.value(for: Request<Archive, Reel>("reels/1"))
        #expect(reel.runningTime == 105)
    }
}
