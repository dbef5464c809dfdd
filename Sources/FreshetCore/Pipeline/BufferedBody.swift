import Foundation
import HTTPTypes

/// A body that is there already and can be read once.
final class BufferedBody: TransportBody {
    private let rest: Lock<Data?>

    init(_ data: Data) {
        rest = Lock(data.isEmpty ? nil : data)
    }

    func next() async throws(FetchError) -> Data? {
        rest.withLock { rest in
            defer { rest = nil }
            return rest
        }
    }

    func cancel() {
        rest.withLock { $0 = nil }
    }
}

extension TransportResponse {
    /// Makes an answer whose body is there already.
    init(head: HTTPResponse, buffered body: Data) {
        self.init(head: head, body: BufferedBody(body))
        isStoppable = true
    }
}
