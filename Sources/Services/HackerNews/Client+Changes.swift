public import FreshetCore

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
