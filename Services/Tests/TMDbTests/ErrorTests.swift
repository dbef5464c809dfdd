import Foundation
import Freshet
import FreshetTesting
import TMDb
import Testing

/// The errors of the service.
struct ErrorTests {
    private func failure(_ response: StubTransport.Response) async throws -> FetchError {
        let (client, _) = Movies.client(response)
        return try #require(
            await #expect(throws: FetchError.self) { try await client.value(for: .movies(.popular)) })
    }

    @Test(
        "The service's own codes, with and without `success`",
        arguments: [
            (401, TMDb.ErrorCode.invalidKey, 7, false), (401, .invalidToken, 35, false), (404, .notFound, 34, false),
            (404, .invalidID, 6, false), (400, .invalidPage, 22, false), (400, .tooManyAppended, 27, false),
            (401, .suspendedKey, 10, false), (429, .overTheLimit, 25, true), (503, .serviceOffline, 9, true),
            (500, .internalError, 11, true), (504, .backendTimedOut, 24, true), (502, .backendUnreachable, 43, true),
            (503, .maintenance, 46, true), (418, TMDb.ErrorCode(rawValue: 999), 999, false),
            // A few failures arrive with status 200.
            (200, .entryNotFound, 21, false),
        ])
    func codes(status: Int, code: TMDb.ErrorCode, number: Int, isRetryable: Bool) async throws {
        for success in ["", #""success":false,"#] {
            let error = try await failure(
                .json(#"{\#(success)"status_code":\#(number),"status_message":"It said \"no\"."}"#, status: status))
            #expect(error.tmdbCode == code)
            #expect(error.code == "service.\(number)")
            // T53: errors have a text.
            #expect(error.localizedDescription == "It said \"no\".")
            #expect(error.isRetryable == isRetryable)
            // T49: status and response are reported, too.
            #expect(error.response?.head.status.code == status)
        }
    }

    @Test("Transient errors are retried, permanent ones are not", arguments: [(429, 25, 3), (503, 9, 3), (503, 10, 1)])
    func retriesAfter(status: Int, code: Int, requests: Int) async throws {
        let stub = StubTransport { _ in .json(#"{"status_code":\#(code),"status_message":"No."}"#, status: status) }
        let client = Client(TMDb(.token("t")), transport: stub, cache: nil, retry: RetryPolicy(base: .zero))
        await #expect(throws: FetchError.self) { try await client.value(for: .movies(.popular)) }
        #expect(stub.requests.count == requests)
    }

    @Test(
        "The second shape of errors",
        arguments: [
            (#"["query must be provided"]"#, "Query must be provided."),
            (
                #"["page must be less than or equal to 500","query must be provided"]"#,
                "Page must be less than or equal to 500; query must be provided."
            ),
            (#"["Already a sentence."]"#, "Already a sentence."), (#"[null,"x"]"#, "X."),
        ])
    func secondShape(errors: String, message: String) async throws {
        let error = try await failure(.json(#"{"errors":\#(errors)}"#, status: 422))
        #expect(error.kind == .service(ServiceError(code: nil, message: message)))
        #expect(error.tmdbCode == nil)
        #expect(error.localizedDescription == message)
    }

    @Test(
        "Bodies that hold no error of the service",
        arguments: ["", "<html>", "{}", #"{"errors":[]}"#, #"{"status_message":"x"}"#, "[]", "null"])
    func otherBodies(body: String) async throws {
        let error = try await failure(.json(body, status: 502))
        #expect(error.kind == .status(.badGateway))
        #expect(error.tmdbCode == nil)
        #expect(error.isRetryable)
        #expect(!error.localizedDescription.isEmpty)
    }

    @Test func aCodeWithoutAMessageHasOne() async throws {
        let error = try await failure(.json(#"{"status_code":11}"#, status: 500))
        #expect(error.localizedDescription == "TMDb reports an error without a message.")
    }

    @Test func aFailureWithStatus200IsNeverAnEmptyResponse() async throws {
        let (client, _) = Movies.client(
            .json(#"{"success":false,"status_code":21,"status_message":"Entry not found."}"#))
        func code<Value>(_ request: Request<TMDb, Value>) async -> TMDb.ErrorCode? {
            await #expect(throws: FetchError.self) { try await client.value(for: request) }?.tmdbCode
        }
        #expect(await code(.movie(1)) == .entryNotFound)
        #expect(await code(.credits(of: 1)) == .entryNotFound)
        #expect(await code(.movieCredits(of: 1)) == .entryNotFound)
        #expect(await code(.videos(of: 1)) == .entryNotFound)
        #expect(await code(.reviews(of: 1)) == .entryNotFound)
        #expect(await code(.genres()) == .entryNotFound)
        #expect(await code(.configuration) == .entryNotFound)
    }

    @Test func theFailureOfACallIsReported() async throws {
        // T49, T67: neither a general error nor an invented empty page replaces it.
        let stub = StubTransport { (_) async throws(FetchError) -> StubTransport.Response in
            throw FetchError(.cannotConnect(.offline))
        }
        let client = Client(TMDb(.token("t")), transport: stub, cache: nil, retry: .never)
        let error = await #expect(throws: FetchError.self) { try await client.value(for: .movies(.popular)) }
        #expect(error?.kind == .cannotConnect(.offline))
        #expect(error?.localizedDescription.isEmpty == false)
    }

    @Test("Every status from 200 to 299 is a success (T48)", arguments: [200, 201, 203, 298, 299])
    func successes(status: Int) async throws {
        let (client, _) = Movies.client(.json(#"{"results":[]}"#, status: status))
        #expect(try await client.value(for: .movies(.popular)).results == [])
    }

    @Test func whatACodeIsAbout() {
        #expect(TMDb.ErrorCode.invalidKey.refusesKey)
        #expect(TMDb.ErrorCode.invalidToken.refusesKey)
        #expect(TMDb.ErrorCode.suspendedKey.refusesKey)
        #expect(!TMDb.ErrorCode.notFound.refusesKey)
        #expect(TMDb.ErrorCode.overTheLimit.isRateLimit)
        #expect(!TMDb.ErrorCode.internalError.isRateLimit)
        #expect(TMDb.ErrorCode.notFound.isNotFound)
        #expect(TMDb.ErrorCode.invalidID.isNotFound)
        #expect(!TMDb.ErrorCode.invalidPage.isNotFound)
        #expect(FetchError(.connectionLost).tmdbCode == nil)
    }
}
