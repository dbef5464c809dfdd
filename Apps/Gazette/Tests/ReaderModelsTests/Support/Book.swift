import Foundation
import Freshet
import FreshetCombine
import FreshetResources
import FreshetTesting
import NIOConcurrencyHelpers
import ReaderModels

/// A service with a list for each query, of which a test responds to one request after another.
final class Book: Sendable {
    /// A request for a page.
    final class Call: Sendable {
        /// The query and the number of the page.
        let name: String
        private let gate = Gate()
        private let result = NIOLockedValueBox<Result<StubTransport.Response, FetchError>?>(nil)
        private let wasCancelled = NIOLockedValueBox(false)

        init(_ name: String) { self.name = name }

        var isCancelled: Bool { wasCancelled.withLockedValue { $0 } }
        /// Whether the test has not responded yet, and nothing has cancelled it.
        var isWaiting: Bool { !isCancelled && result.withLockedValue { $0 == nil } }

        func send(_ ids: [Int], hasNext: Bool = false, total: Int? = nil, missing: Int = 0) {
            let page = Books.Page(ids: ids, hasNext: hasNext, total: total, missing: missing)
            respond(.success(.json(String(decoding: (try? JSONEncoder().encode(page)) ?? Data(), as: UTF8.self))))
        }

        func fail(_ kind: FetchError.Kind) { respond(.failure(FetchError(kind))) }

        private func respond(_ new: Result<StubTransport.Response, FetchError>) {
            result.withLockedValue { $0 = $0 ?? new }
            gate.open()
        }

        func response() async throws(FetchError) -> StubTransport.Response {
            await gate.wait()
            guard let result = result.withLockedValue({ $0 }) else {
                wasCancelled.withLockedValue { $0 = true }
                throw .cancelled
            }
            return try result.get()
        }
    }

    private let box = NIOLockedValueBox<[Call]>([])

    var calls: [Call] { box.withLockedValue { $0 } }
    var names: [String] { calls.map(\.name) }

    func client(time: TimeSource) -> Client<Books> {
        let transport = StubTransport { [self] request async throws(FetchError) in
            let path = (request.head.path ?? "").dropFirst().split(separator: "?page=")
            let call = Call(path.joined(separator: " "))
            box.withLockedValue { $0.append(call) }
            return try await call.response()
        }
        // The tests let more time pass than a call may take.
        var limits = Limits()
        (limits.callTimeout, limits.idleTimeout) = (nil, nil)
        return Client(Books(), transport: transport, cache: nil, limits: limits, retry: .never, time: time)
    }
}

/// The service of a ``Book``.
struct Books: Service {
    let baseURL = "https://books.example"

    struct Page: Codable, Sendable, Hashable {
        let ids: [Int]
        let hasNext: Bool
        let total: Int?
        let missing: Int
    }

    struct Thing: Identifiable, Hashable, Sendable {
        let id: Int
    }
}

extension Client where API == Books {
    func window(on query: String) -> ListWindow<Books.Thing> {
        let pages = PagedRequest<Books, Books.Page>
            .numbered(Request(RequestPath(query), query: ["page": 1])) { $0.hasNext }
        return window(on: pages) { page in
            WindowPage(page.ids.map(Books.Thing.init), totalCount: page.total, missingCount: page.missing)
        }
    }
}
