import Foundation
public import Freshet

extension Client where API == HackerNews {
    /// Returns the versions of a list from the service's stream, which are the current one and one
    /// after each change.
    ///
    /// ```swift
    /// for try await ids in news.versions(of: .new) { show(ids) }
    /// ```
    ///
    /// The stream comes from Firebase, the service's database. It reconnects whenever its
    /// connection ends, and then sends the complete list again. It ends with an error if the
    /// service doesn't offer a stream or cancels it; `watching(_:every:)` polls in that case.
    ///
    /// See [the documentation of Firebase](https://firebase.google.com/docs/reference/rest/database#section-streaming).
    public func versions(of list: HackerNews.StoryList) -> HackerNews.ListVersions {
        HackerNews.ListVersions(events: listEvents(list))
    }

    func listEvents(_ list: HackerNews.StoryList) -> ServerEvents<HackerNews, HackerNews.ListChange> {
        events(for: .list(list)) { event, service in try HackerNews.ListChange(event, service) }
            .renewing(on: "auth_revoked")
    }
}

extension HackerNews {
    /// An asynchronous sequence of a list's versions, as returned by the client's `versions(of:)`.
    public struct ListVersions: AsyncSequence, Sendable {
        /// The ids of the list, in order.
        public typealias Element = [Int]
        /// The error that ends the stream.
        public typealias Failure = FetchError

        let events: ServerEvents<HackerNews, ListChange>

        /// Makes an iterator. Its first `next()` opens the connection.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(events: events.makeAsyncIterator()) }

        /// The iterator of the sequence.
        public struct AsyncIterator: AsyncIteratorProtocol {
            var events: ServerEvents<HackerNews, ListChange>.AsyncIterator
            /// The ids keyed by index, which is how the database stores a list.
            private var members: [Int: Int] = [:]

            init(events: ServerEvents<HackerNews, ListChange>.AsyncIterator) {
                self.events = events
            }

            /// Returns the next version.
            ///
            /// - Throws: The `FetchError` that ends the stream.
            public mutating func next(
                isolation actor: isolated (any Actor)? = #isolation
            ) async throws(FetchError) -> [Int]? {
                guard let change = try await events.next(isolation: actor)?.value else { return nil }
                change.apply(to: &members)
                return members.sorted { $0.key < $1.key }.map(\.value)
            }
        }
    }

    /// A change to a list, as described by a Firebase event.
    enum ListChange: Sendable, Equatable {
        /// A new list replaces the current one.
        case list([Int])
        /// The members at some indexes change; `nil` removes one.
        case members([Int: Int?])

        /// Reads an event. Returns `nil` if it changes nothing.
        ///
        /// - Throws: A ``ServiceError`` if the service ends the stream.
        init?(_ event: ServerEvent<String>, _ service: HackerNews) throws {
            let data = Data(event.value.utf8)
            switch event.name {
            case "put", "patch":
                let path = try service.decode(Change<Ignored>.self, from: data).path
                if path == "/" {
                    if event.name == "put" {
                        self = .list(try service.decode(Change<IDList>.self, from: data).data?.ids ?? [])
                    } else {
                        let members = try service.decode(Change<[String: Int?]>.self, from: data).data ?? [:]
                        self = .members(
                            Dictionary(members.compactMap { key, id in Int(key).map { ($0, id) } }) { $1 })
                    }
                } else {
                    guard event.name == "put", let index = Int(path.dropFirst()) else { return nil }
                    self = .members([index: try service.decode(Change<Int>.self, from: data).data])
                }
            case "cancel":
                // Firebase sends `cancel` when the database's rules no longer allow reading the list.
                throw ServiceError(code: "cancel", message: "Hacker News has ended the stream.", isRetryable: false)
            default:
                return nil  // keep-alive, and kinds of events that may be added later
            }
        }

        func apply(to members: inout [Int: Int]) {
            switch self {
            case .list(let ids): members = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($0, $1) })
            case .members(let changes): for (index, id) in changes { members[index] = id }
            }
        }
    }

    /// The data of an event.
    private struct Change<Value: Decodable>: Decodable {
        let path: String
        let data: Value?
    }

    /// A value that isn't read.
    private struct Ignored: Decodable {
        init(from decoder: any Decoder) {}
    }
}
