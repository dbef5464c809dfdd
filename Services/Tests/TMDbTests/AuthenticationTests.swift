import Foundation
import Freshet
import FreshetTesting
import TMDb
import Testing

/// Both ways in which a caller identifies itself.
struct AuthenticationTests {
    @Test func aTokenTravelsInItsField() async throws {
        let (client, stub) = Movies.client(as: .token("hush"), .status(200))
        _ = try await client.data(for: .movies(.popular))
        #expect(stub.requests[0].head.headerFields[.authorization] == "Bearer hush")
        #expect(stub.requests[0].head.path == "/3/movie/popular")
    }

    @Test func aKeyTravelsInTheQuery() async throws {
        let (client, stub) = Movies.client(as: .apiKey(Movies.key), .status(200))
        _ = try await client.data(for: .movies(.popular, page: 2))
        #expect(stub.requests[0].head.headerFields[.authorization] == nil)
        #expect(stub.requests[0].head.path == "/3/movie/popular?page=2&api_key=\(Movies.key)")
    }

    @Test func withoutCredentialsTheServiceSpeaks() async throws {
        let (client, stub) = Movies.client(as: nil, .status(200))
        _ = try await client.data(for: .movies(.popular))
        #expect(stub.requests[0].head.headerFields[.authorization] == nil)
        #expect(stub.requests[0].head.path == "/3/movie/popular")
    }

    @Test(
        "A key or token is recognised by its form",
        arguments: [
            (Movies.key, true), (String(Movies.key.dropLast()), false), (Movies.key + "0", false),
            ("g" + Movies.key.dropFirst(), false), ("eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiJ4In0.c2ln", false), ("", false),
        ] as [(String, Bool)])
    func form(text: String, isKey: Bool) {
        switch TMDb.Authentication(text) {
        case .apiKey(let key): #expect(isKey && key == text)
        case .token(let token): #expect(!isKey && token == text)
        }
    }

    @Test(
        "No secret shows in errors and events",
        arguments: [TMDb.Authentication.token(Movies.key), .apiKey(Movies.key)])
    func secrecy(authentication: TMDb.Authentication) async throws {
        let recorder = EventRecorder()
        let (client, stub) = Movies.client(as: authentication, observers: [recorder], .status(500))
        let error = try #require(
            await #expect(throws: FetchError.self) { try await client.value(for: .movies(.popular)) })
        let head = try #require(stub.requests.first?.head)
        #expect("\(head.path ?? "") \(head.headerFields[.authorization] ?? "")".contains(Movies.key))
        let told = "\(error) \(error.localizedDescription) \(error.request?.url ?? "") \(recorder.events)"
        #expect(told.contains("https://api.themoviedb.org/3/movie/popular"))
        #expect(!told.contains(Movies.key))
    }

    @Test func theResponseToGoodCredentialsHasNoValue() async throws {
        try await Movies.value(.authentication, of: #"{"success":true,"status_code":1,"status_message":"Success."}"#)
    }
}
