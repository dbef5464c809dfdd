import Foundation
import Freshet
import FreshetAuthentication
import FreshetCombine
import FreshetTesting
import HTTPTypes
import Testing

// The code of the comments about requests, sessions and decoding.

enum RequestComments {
    struct Weather: Service {
        let baseURL = "https://weather.example/v1"
    }

    struct Forecast: Decodable, Sendable {
        let days: [String]
    }

    struct Shop: Service {
        let baseURL = "https://shop.example/v1"
    }

    struct Receipt: Decodable, Sendable {
        let number: Int
    }

    struct Library: Service {
        let baseURL = "https://library.example/v1"
    }

    struct Page: Decodable, Sendable {
        let next: String
    }

    struct User: Decodable, Sendable {
        let name: String
    }

    struct NoForecast: Error {}

    final class Users: ObservableObject {
        @Published var users: [User] = []

        func load(_ web: Client<AnyOrigin>) {
            web.publisher(at: "https://users.example/users", as: [User].self)
                .replaceError(with: [])
                .receive(on: DispatchQueue.main)
                .assign(to: &$users)
        }
    }

    static func users(
        _ link: String, _ show: @escaping @Sendable (Any) -> Void
    ) async throws(FetchError) {
        let web = Client(AnyOrigin())
        let users = try await web.value(at: "https://users.example/users", as: [User].self)
        let page = try await web.value(for: Request<AnyOrigin, String>(.absolute(link), reading: .text))
        for await state in web.states(at: "https://users.example/users", as: [User].self) { show(state) }
        web.fetch(at: "https://users.example/users", as: [User].self) { result in show(result) }
        show((users, page))
    }

    struct Screen: Sendable {
        func load(at address: URL) {
            URLSession.shared.dataTask(with: address) { result in
                switch result {
                case .success(let (response, data)): show(data, (response as? HTTPURLResponse)?.statusCode)
                case .failure(let error): show(error)
                }
            }
            .resume()
        }

        func show(_ data: Data, _ status: Int?) {}
        func show(_ error: any Error) {}
    }

    static func forecast(in city: String) -> Request<Weather, Forecast> {
        let forecast = Request<Weather, Forecast>("forecast", query: ["city": city])
            .header(.acceptLanguage, "de")
            .caching(.reload)
            .retrying(.never)
            .timeout(.seconds(5))
            .validating { if $0.days.isEmpty { throw NoForecast() } }
        return forecast
    }

    static func thumbnail() -> Request<Gallery, Data> {
        let thumbnail = Request<Gallery, Data>("thumbnails/7")
            .priority(RequestPriority(urgency: 5, isIncremental: true))
        return thumbnail
    }

    static func accepted() -> [Request<Shop, Data>] {
        let page = Request<Shop, Data>("items/tea").accepting(.any)
        let item = Request<Shop, Data>("items/tea").accepting(.success.adding(404))
        return [page, item]
    }

    static func isMissing(_ shop: Client<Shop>) async throws -> Bool {
        let response = try await shop.response(for: Request<Shop, Data>("items/tea").accepting(.any))
        if response.head.status == .notFound { print("It is sold out.") }
        return response.head.status == .notFound
    }

    static func order(_ cart: [String]) -> Request<Shop, Receipt> {
        let order = Request<Shop, Receipt>("orders", method: .post, body: .json(cart))
            .retrying(.always)  // the shop accepts a cart once
        return order
    }

    struct Draft: Sendable {
        let id: UUID
    }

    static func orderOnce(_ draft: Draft, _ cart: [String]) -> Request<Shop, Receipt> {
        let order = Request<Shop, Receipt>("orders", method: .post, body: .json(cart))
            .idempotencyKey(draft.id.uuidString)  // the same key after a restart of the app
        return order
    }

    static func send(_ video: URL) -> Request<Gallery, Void> {
        let upload = Request<Gallery, Void>(
            "videos", method: .post, body: .file(video, contentType: "video/mp4"), reading: .nothing
        ).expectingContinue()
        return upload
    }

    static func search() -> Request<Library, Page> {
        let found = Request<Library, Page>("search", method: .post, body: .json(["title": "Ulysses"]))
            .readingOnly()
            .caching(.lifetime(.seconds(300)))
        return found
    }

    static func describe(_ news: Client<News>, show: ([News.Article]) -> Void) async throws {
        let response = try await news.response(for: .headlines)
        show(response.value.articles)
        if let served = response.head.headerFields[.date] { print("made by the server at", served) }
        print(response.url, response.metrics.duration, response.metrics.attempts)
    }

    enum Sorting: String, QueryValue {
        case newest, mostRead = "most_read"
    }

    struct Coordinate: QueryValue {
        let latitude, longitude: Double
        var queryTexts: [String] { ["\(latitude),\(longitude)"] }
    }

    static func policies(_ news: Client<News>) async throws -> [News.Page] {
        let cached = try await news.value(for: .headlines.caching(.cacheElseLoad))
        let reloaded = try await news.value(for: .headlines.caching(.reload))
        let hourly = try await news.value(for: .search("tea").caching(.lifetime(.seconds(3600))))
        return [cached, reloaded, hourly]
    }

    static func texts() -> String? {
        let date = InternetDate.date(from: "2026-03-01T12:30:45+02:00")
        let text = date.flatMap { InternetDate.text(of: $0) }  // 2026-03-01T10:30:45Z
        return text
    }

    static func query(country: String?) -> Query {
        let query: Query = ["q": "salt & pepper", "page": 2, "tags": ["a", "b"], "country": country]
        return query
    }

    static func path(name: String) -> RequestPath {
        let path: RequestPath = "users/\(name)/albums"  // name "a/b?" gives users/a%2Fb%3F/albums
        return path
    }

    static func template(id: Int) -> RequestPath {
        let movie: RequestPath = "movie/\(id, as: "id")"  // its template is movie/{id}
        return movie
    }

    static func more(after page: Page) -> Request<Library, Page> {
        let more = Request<Library, Page>(.absolute(page.next))
        return more
    }

    static func read(_ link: String) async throws -> String {
        let web = Client(AnyOrigin())
        let page = try await web.value(for: Request<AnyOrigin, String>(.absolute(link), reading: .text))
        return page
    }

    static func form(photo: URL, facts: [String: String]) -> RequestBody {
        let body = RequestBody.multipart([
            .field("title", "A dripping tap"),
            FormPart("photo", .file(photo, contentType: "image/jpeg")),
            FormPart("facts", .json(facts)),
        ])
        return body
    }

    static func closed() -> RequestBody {
        let patch = RequestBody.jsonPatch([
            .test("/status", equals: "open"), .replace("/status", with: "closed"), .add("/tags/-", "done"),
        ])
        return patch
    }

    struct TicketPatch: Encodable {
        var title: MergePatchMember<String> = .unchanged
        var assignee: MergePatchMember<String> = .unchanged
    }

    static func unassigned() -> RequestBody {
        let patch = RequestBody.mergePatch(TicketPatch(assignee: .removed))  // {"assignee":null}
        return patch
    }

    static func edit(_ edited: Ticket, at desk: Client<HelpDesk>) async throws -> Ticket {
        let ticket = try await desk.response(for: .ticket(7))
        let saved = try await desk.value(for: .update(edited).ifUnchanged(since: ticket))
        return saved
    }

    static func follow(_ photo: URL) -> Request<HelpDesk, Void> {
        let upload = Request.attach(photo, to: 7).onProgress { print($0.sent.fraction ?? 0) }
        return upload
    }

    static func resume(_ file: URL, at desk: Client<HelpDesk>) async throws -> Response<Void> {
        let report = try await desk.upload(.archive(file), record: file.appendingPathExtension("upload"))
        return report
    }

    @MainActor
    final class Bar {
        var fraction: Double?
    }

    @MainActor
    static func show(_ photo: URL, at desk: Client<HelpDesk>, in bar: Bar) async throws {
        let (upload, progress) = Request.attach(photo, to: 7).withProgress()
        async let done: Void = desk.value(for: upload)
        for await step in progress { bar.fraction = step.sent.fraction }
        try await done
    }

    struct Dated: Sendable {
        let films: [Film]
        let date: String?
    }

    static func dated() -> ResponseReading<Cinema, Dated> {
        ResponseReading { response, service in
            Dated(films: try service.decode([Film].self, from: response.value), date: response.head.headerFields[.date])
        }
    }
}

extension Request where API == RequestComments.Library, Value == String {
    static func cover(of book: Int) -> Self { Request("books/\(book)/cover.txt", reading: .text) }
}

extension Request where API == RequestComments.Library, Value == Void {
    static func delete(_ book: Int) -> Self { Request("books/\(book)", method: .delete, reading: .nothing) }
}

extension Request where API == RequestComments.Library, Value == RequestComments.Page {
    static func user(_ name: String) -> Self {
        Request("users/\(name)").requiring(name.count > 1, otherwise: "\"\(name)\" isn't a name")
    }
}

// MARK: - Signing in

extension Request where API == Tickets, Value == [BookedSeat] {
    static var myTickets: Self { .mine }
}

extension RequestComments {
    static func signIn(_ token: TicketTokens.Token) async throws -> [BookedSeat] {
        let session = AuthenticationSession(TicketTokens(), .platform)
        var configuration = ClientConfiguration.platform
        configuration.authentication = .session(session)
        let tickets = Client(Tickets(), configuration)

        try await session.signIn(token, account: "ann")
        let mine = try await tickets.value(for: .myTickets)  // carries the token, and renews it where that is due
        try await session.signOut()
        return mine
    }

    static func stored() -> FileTokenStore<TicketTokens.Token> {
        let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
        let store = FileTokenStore<TicketTokens.Token>(file: folder.appending(path: "tickets/session.json"))
        return store
    }

    #if canImport(Security)
    static func inKeychain() -> KeychainTokenStore<TicketTokens.Token> {
        let store = KeychainTokenStore<TicketTokens.Token>(service: "com.example.tickets")
        return store
    }
    #endif

    static func digest(password: String) async throws {
        let session = AuthenticationSession(DigestAuthentication(), .platform)
        try await session.signIn(DigestAuthentication.Password(user: "ann", password: password), account: "printer/ann")
    }

    static func oauth(open: (String) async -> String) async throws {
        let oauth = OAuth(
            OAuth.Server(
                authorization: "https://login.example/authorize", token: "https://login.example/token",
                issuer: "https://login.example"),
            client: .public(id: "tickets-app"))
        let session = AuthenticationSession(oauth, .platform)

        let authorization = try oauth.authorization(redirect: "com.example.tickets:/signed-in", scopes: ["tickets"])
        let callback = await open(authorization.url)  // in a browser, which ends at the redirect
        try await session.signIn(callback: callback, of: authorization) { _ in "tickets/ann" }
    }

    static func openID(open: (String) async -> String) async throws -> OpenIDIdentity {
        let provider = try await OpenIDProvider.discover("https://login.example", .platform)
        let oauth = OAuth(provider.server, client: .public(id: "tickets-app"))
        let nonce = UUID().uuidString
        let authorization = try oauth.authorization(
            redirect: "com.example.tickets:/signed-in", scopes: ["openid", "profile"], parameters: ["nonce": nonce])
        let callback = await open(authorization.url)  // in a browser, which ends at the redirect
        let token = try await oauth.token(for: callback, of: authorization, with: Client(oauth.endpoint, .platform))
        let person = try provider.identity(in: token, client: oauth.client, nonce: nonce)
        return person
    }
}

@Suite
struct RequestCommentTests {
    @Test func aNameIsEncoded() {
        #expect("\(RequestComments.path(name: "a/b?"))".contains("a%2Fb%3F"))
    }

    @Test func aDateIsWrittenInUTC() {
        #expect(RequestComments.texts() == "2026-03-01T10:30:45Z")
    }

    @Test func ownValuesHaveTexts() {
        let place = RequestComments.Coordinate(latitude: 59.5, longitude: 10.25)
        let query: Query = ["near": place, "sort": RequestComments.Sorting.mostRead]
        #expect(query.items.map(\.value) == ["59.5,10.25", "most_read"])
    }

    @Test func aMissingItemIsAValue() async throws {
        let stub = StubTransport { _ in .status(404) }
        let shop = Client(RequestComments.Shop(), transport: stub, cache: nil)
        #expect(try await RequestComments.isMissing(shop))
    }
}
