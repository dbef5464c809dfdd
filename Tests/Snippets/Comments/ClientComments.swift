import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import Testing

// The code of the comments about the methods of a client and what they return.

enum ClientComments {
    static func load(_ news: Client<News>, show: (News.Page) -> Void, report: (String) -> Void) async {
        do throws(FetchError) {
            show(try await news.value(for: .headlines))
        } catch {
            if !error.isCancellation { report(error.localizedDescription) }
        }
    }

    static func measured(_ news: Client<News>) async throws(FetchError) -> News.Page {
        let response = try await news.response(for: .headlines)
        print(response.head.status, response.source, response.metrics.duration)
        let page = response.value
        return page
    }

    static func save(_ news: Client<News>, as file: URL) async throws {
        let body = try await news.data(for: .headlines).value
        try body.write(to: file, options: .atomic)
    }

    static func refresh(_ news: Client<News>) async throws(FetchError) -> News.Page {
        let refreshing = news.caching(.revalidate)
        let page = try await refreshing.value(for: .headlines)
        return page
    }

    static func hash(_ news: Client<News>, update: (Data) -> Void) async throws(FetchError) -> Int {
        let stream = try await news.stream(for: .headlines)
        var received = 0
        for try await chunk in stream {
            received += chunk.count
            update(chunk)
        }
        return received
    }

    struct Subscriber: Sendable {
        let send: @Sendable (Result<News.Page, FetchError>) -> Void
        let onDispose: @Sendable (@escaping @Sendable () -> Void) -> Void
    }

    static func subscribe(_ subscriber: Subscriber, to news: Client<News>) {
        let task = news.start(.headlines) { result in
            subscriber.send(result.map(\.value))
        }
        subscriber.onDispose { task.cancel() }
    }

    static func follow(
        _ news: Client<News>, show: @escaping @Sendable (News.Page, _ isLast: Bool) -> Void,
        report: @escaping @Sendable (FetchError) -> Void
    ) -> FetchTask {
        let task = news.follow(.headlines) { update in
            switch update {
            case .response(let response, let isLast): show(response.value, isLast)
            case .failure(let error): report(error)
            }
        }
        return task
    }

    @MainActor
    final class Headlines {
        private let news: Client<News>
        private var task: FetchTask?

        init(_ news: Client<News>) {
            self.news = news
        }

        func load(show: @escaping @Sendable (News.Page) -> Void) {
            task?.cancel()
            task = news.fetch(.headlines) { result in
                if case .success(let page) = result { show(page) }
            }
        }

        func disappear() { task?.cancel() }
    }

    static func add(_ draft: Ticket, at desk: Client<HelpDesk>) async throws(FetchError) -> Ticket? {
        do throws(FetchError) {
            return try await desk.value(for: .update(draft).ifAbsent())
        } catch {
            guard case .precondition = error.kind else { throw error }
            return nil  // somebody else was first
        }
    }

    static func update(
        _ edited: Ticket, readBefore head: HTTPResponse, at desk: Client<HelpDesk>
    ) async throws(FetchError) -> Ticket {
        let saved = try await desk.value(for: .update(edited).ifUnchanged(since: head))
        return saved
    }
}

@Suite(.timeLimit(.minutes(1)))
struct ClientCommentTests {
    private static let stub = StubTransport { _ in .json(#"{"articles": []}"#) }
    private let news = Client(News(), transport: stub, cache: nil)

    @Test func theBodyIsReadInChunks() async throws {
        var body = Data()
        let count = try await ClientComments.hash(news) { body.append($0) }
        #expect(body == Data(#"{"articles": []}"#.utf8) && count == body.count)
    }

    @Test func aFollowedRequestEndsWithItsLastResponse() async throws {
        let news = news
        let isLast = try await withCompletion { completion in
            let task = ClientComments.follow(news) { _, isLast in
                completion.success(isLast)
            } report: {
                completion.failure($0)
            }
            return { task.cancel() }
        }
        #expect(isLast)
    }
}
