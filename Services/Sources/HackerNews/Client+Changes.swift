public import Freshet
import Synchronization

extension Client where API == HackerNews {
    /// Fetches a list repeatedly and returns every result as a stream.
    ///
    /// The pause lasts from a response to the next request, so calls never overlap. A failure is
    /// sent as an element and doesn't end the stream. Cancelling the iterating task ends the
    /// polling and cancels its call.
    ///
    /// - Parameters:
    ///   - list: The list to fetch.
    ///   - interval: The pause between two calls, measured by the client's clock.
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
    /// Returns a stream of all versions of a list, by polling if the service doesn't stream them.
    ///
    /// A failure is sent as an element once the number of consecutive failed attempts reaches the
    /// maximum of the client's `RetryPolicy`. It doesn't end the stream. A slow reader receives
    /// only the latest of several elements. Cancelling the iterating task closes the connection.
    ///
    /// - Parameters:
    ///   - list: The list to watch.
    ///   - interval: The pause between two calls when the list is polled.
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

    /// Forwards the versions of a list until the service's stream ends.
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
            // The error is ignored because polling reports its own error if it can't fetch the list either.
        }
    }
}

/// The number of a stream's current attempt.
private final class Attempt: Sendable {
    let number = Atomic(0)
}

extension HackerNews {
    /// Finds the new stories in a list.
    ///
    /// The first version of a list contains no new stories. Later versions are compared with the
    /// previous one.
    ///
    /// ```swift
    /// var new = HackerNews.NewStories()
    /// for await result in news.watching(.new) {
    ///     if case .success(let ids) = result { show(new.take(ids, of: .new)) }
    /// }
    /// ```
    public struct NewStories: Sendable, Hashable {
        private var seen: [StoryList: Set<Int>] = [:]

        /// Makes a comparison without lists.
        public init() {}

        /// Takes a fetched list and returns the ids that weren't in its previous version, in order.
        public mutating func take(_ ids: [Int], of list: StoryList) -> [Int] {
            guard let known = seen[list] else {
                seen[list] = Set(ids)
                return []
            }
            // The set is replaced, so that ids which have left the list don't accumulate.
            seen[list] = Set(ids)
            return ids.filter { !known.contains($0) }
        }
    }
}
