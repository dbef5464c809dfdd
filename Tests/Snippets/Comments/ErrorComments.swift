import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import Testing

// The code of the comments about errors and the sources of responses.

enum ErrorComments {
    static func headlines(
        _ news: Client<News>, show: ([News.Article]) -> Void, showAlert: (String, String?) -> Void,
        count: (String) -> Void, log: (String) -> Void
    ) async {
        do throws(FetchError) {
            let page = try await news.value(for: .headlines)
            show(page.articles)
        } catch {
            guard !error.isCancellation else { return }
            count(error.code)
            log(error.description)
            showAlert(error.localizedDescription, error.recoverySuggestion)
        }
    }

    static func react(
        to error: FetchError, show: (String) -> Void, showOfflineBanner: () -> Void, showMissing: () -> Void,
        showSignIn: () -> Void
    ) {
        switch error.kind {
        case .cannotConnect(.offline): showOfflineBanner()
        case .status(.notFound), .status(.gone): showMissing()
        case .authentication(.signedOut): showSignIn()
        case .cancelled: break
        default: show(error.localizedDescription)
        }
    }

    static func sources(_ news: Client<News>, show: (String) -> Void) async throws {
        let response = try await news.response(for: .headlines)
        if let age = response.source.age { show("Updated \(age.formatted(.units())) ago") }
        if response.source.failure != nil { show("You are offline. These are the last headlines.") }
    }

    static func challenge(of error: FetchError, askToSignIn: (String?) -> Void) {
        if error.status == .unauthorized, let head = error.response?.head {
            let challenges = Challenge.list(in: head.headerFields)
            if let bearer = challenges.first(where: { $0.scheme == "bearer" }) {
                askToSignIn(bearer.parameters["scope"])
            }
        }
    }

    struct Trains: Service {
        struct Fault: Decodable {
            let code: String
            let text: String
        }

        let baseURL = "https://trains.example/v1"

        func serviceError(in body: Data, of response: HTTPResponse) -> ServiceError? {
            guard let fault = try? decoder.decode(Fault.self, from: body) else { return nil }
            return ServiceError(code: fault.code, message: fault.text, isRetryable: fault.code == "busy")
        }
    }
}

@Suite
struct ErrorCommentTests {
    @Test func theErrorOfTheServiceIsThrown() async throws {
        let stub = StubTransport { _ in .json(#"{"code": "full", "text": "The train is full."}"#, status: 409) }
        let trains = Client(ErrorComments.Trains(), transport: stub, cache: nil)
        let error = await #expect(throws: FetchError.self) {
            try await trains.value(for: Request<ErrorComments.Trains, Data>("seats", method: .post))
        }
        #expect(error?.serviceError?.code == "full")
    }
}
