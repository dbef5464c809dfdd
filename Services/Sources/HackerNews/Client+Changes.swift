public import Freshet
import Synchronization

extension Client where API == HackerNews {
    /// Fetches a list repeatedly, and sends every result.
    ///
    /// The pause is counted from a response to the next request, so that calls never overlap. A failure is sent as an
    /// element and does not end the sequence. Cancelling the iterating task ends the polling and its call.
    ///
    /// - Parameters:
    ///   - list: The list to fetch.
    ///   - interval: The pause, by the time of the client.
    public func polling(
        _ list: HackerNews.StoryList, every interval: Duration = .seconds(30)
    ) -> AsyncStream<Result<[Int], FetchError>> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                while !Task.isCancelled {
                    do throws(FetchError) {
                        continuation.yield(.success(try await value(for: .list(list))))
                    } catch {
                        if error.kind != .cancelled { continuation.yield(.failure(error)) }
                    }
                    do { try await time.sleep(time.now() + interval) } catch { break }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

extension Client where API == HackerNews {
    /// Sends every version of a list: as the service streams them, or by polling where it offers no stream.
    ///
    /// A failure is sent as an element when the number of consecutive failed attempts reaches that of the client's
    /// `RetryPolicy`. It does not end the sequence. Of several elements in between, a slow reader gets the last.
    /// Cancelling the iterating task closes the connection.
    ///
    /// - Parameters:
    ///   - list: The list to watch.
    ///   - interval: The pause between two calls, where the list is polled.
    public func watching(
        _ list: HackerNews.StoryList, every interval: Duration = .seconds(30)
    ) -> AsyncStream<Result<[Int], FetchError>> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                await stream(list) { continuation.yield($0) }
                for await result in polling(list, every: interval) { continuation.yield(result) }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Sends the versions of a list until the stream ends.
    private func stream(
        _ list: HackerNews.StoryList, _ send: @escaping @Sendable (Result<[Int], FetchError>) -> Void
    ) async {
        let (attempt, limit) = (Attempt(), configuration.retry.attempts)
        let events = listEvents(list).reconnecting(true, delay: .seconds(1)).onStateChange { state in
            switch state {
            case .connecting(let number): attempt.number.store(number, ordering: .relaxed)
            case .waiting(_, let error?) where attempt.number.load(ordering: .relaxed) >= limit: send(.failure(error))
            default: break
            }
        }
        var versions = HackerNews.ListVersions(events: events).makeAsyncIterator()
        do throws(FetchError) {
            while let ids = try await versions.next(isolation: nil) { send(.success(ids)) }
        } catch {
            // The error is ignored: polling reports an error of its own if the list can't be fetched either.
        }
    }
}

/// The number of the attempt that a stream makes.
private final class Attempt: Sendable {
    let number = Atomic(0)
}

extension HackerNews {
    /// Finds the stories that are new in a list.
    ///
    /// Nothing is new in the first version of a list: later ones are compared with it.
    public struct NewStories: Sendable, Hashable {
        private var seen: [StoryList: Set<Int>] = [:]

        /// Makes a comparison without lists.
        public init() {}

        /// Takes a fetched list, and returns its ids that were not in the previous one, in order.
        public mutating func take(_ ids: [Int], of list: StoryList) -> [Int] {
            guard let known = seen[list] else {
                seen[list] = Set(ids)
                return []
            }
            // Ids that have left the list are removed, or the set would grow for ever.
            seen[list] = Set(ids)
            return ids.filter { !known.contains($0) }
        }
    }
}
