import Foundation
import Freshet
import FreshetTesting
import Testing

@testable import CurlCommands

/// A printed service that is compiled into this target, with a call of its request.
struct PrintedService: Sendable, CustomTestStringConvertible {
    let name: String
    /// The title of the command in the table.
    let title: String
    let call: @Sendable (ClientConfiguration) async throws -> Void

    var testDescription: String { name }

    init<API: Service>(_ service: API, of title: String, _ request: Request<API, Data>) {
        name = "\(API.self)"
        self.title = title
        call = { configuration in
            _ = try await Client(Plain(base: service), configuration).data(for: Request(request))
        }
    }

    static let all: [PrintedService] = [
        PrintedService(
            ShopOrders(cookie: "session=s3cr3t-1; theme=dark"), of: "Chrome, bash, GET with a cookie", .orders),
        PrintedService(Notes(token: "s3cr3t-2"), of: "Chrome, bash, JSON with an apostrophe", .postNotes),
        PrintedService(SignIn(), of: "Chrome, bash, form", .postSession(password: "s3cr3t-3")),
        PrintedService(Photos(), of: "Chrome, bash, multipart form", .postPhotos(password: "s3cr3t-4")),
        PrintedService(
            Garden(csrfToken: "s3cr3t-5", cookie: "sid=s3cr3t-6"), of: "Chrome, bash, PUT with a token field",
            .putPlants),
        PrintedService(Weather(), of: "Firefox, POSIX, GET", .forecast),
        PrintedService(SafariNotes(token: "s3cr3t-8"), of: "Safari, POST", .postNotes),
        PrintedService(Maps(apiKey: "s3cr3t-10"), of: "API key at the end of the query", .route),
        PrintedService(OtherMaps(), of: "API key before other items", .route(key: "s3cr3t-11")),
        PrintedService(ShopSearch(), of: "plus signs in the query", .search),
        PrintedService(Uploads(), of: "-F with a type", .postUpload),
        PrintedService(PrivateShop(user: "ann", password: "s3cr3t-12"), of: "-u", .privateRequest),
        PrintedService(
            JSONLogin(), of: "secrets in JSON", .postSession(password: "s3cr3t-20", clientSecret: "s3cr3t-21")),
        PrintedService(
            TokenShop(authorization: "token=s3cr3t-16"), of: "credentials of another scheme", .privateRequest),
        PrintedService(QuickShop(), of: "time limits", .start),
        PrintedService(BinaryShop(), of: "--data-binary with bytes", .postOrders),
        PrintedService(FormShop(), of: "-d with canonical items", .postOrders),
        PrintedService(TwoSecrets(token: "s3cr3t-18", sessionToken: "s3cr3t-19"), of: "two secrets in fields", .route),
    ]
}

/// A service as the printed one, but without TLS.
private struct Plain<Base: Service>: Service {
    let base: Base

    var baseURL: String { base.baseURL.replacing("https://", with: "http://") }
    var credentials: Credentials? { base.credentials }
    var headers: HTTPFields { base.headers }
}

extension Request where Value == Data {
    /// Makes the request of another service.
    fileprivate init<Base: Service>(_ request: Request<Base, Data>) where API == Plain<Base> {
        self.init(
            request.path, method: request.method, query: request.query, headers: request.headers, body: request.body)
        options = request.options
    }
}

struct PrintedSwiftTests {
    @Test(arguments: PrintedService.all)
    func theCodeIsPrintedAsItStandsHere(_ service: PrintedService) throws {
        let command = try CurlCommand(CurlCase.titled(service.title).command, environment: [:])
        #expect(command.swift(service: service.name) == (try CurlCase.printed(service.name)))
    }

    @Test(arguments: PrintedService.all)
    func theCodeSendsWhatCurlSends(_ service: PrintedService) async throws {
        let example = try CurlCase.titled(service.title)
        let host = try CurlCommand(example.command, environment: [:]).address.authority
        let sent = try await SentRequest.received { socket in
            var connections = AsyncHTTPClientTransport.Configuration()
            connections.sockets = [host: socket]
            try await service.call(
                ClientConfiguration(transport: AsyncHTTPClientTransport(connections), cache: nil))
        }
        #expect(sent == example.sent.withoutUsualFields)
    }

    @Test(arguments: CurlCase.all)
    func noSecretIsPrinted(_ example: CurlCase) throws {
        let text = try CurlCommand(example.command, environment: [:]).swift()
        #expect(!text.contains("s3cr3t"))
        #expect(!text.contains("YW5uOnMzY3IzdC0xNQ"))
    }
}
