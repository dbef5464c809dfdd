public import FreshetCore

extension Client where API == HackerNews {
    /// Asks for a list again and again, and sends it each time it has come.
    ///
    /// The pause is counted from one answer to the next request, so that a slow service is never asked twice at once. A
    /// failure is sent as one and ends nothing. Cancelling the iterating task ends the polling and its call.
    ///
    /// - Parameters:
    ///   - list: What to ask for.
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
    /// What is new in a list, seen against what it held before.
    ///
    /// Nothing is new in the first list of a kind: it is where the comparison starts.
    public struct NewStories: Sendable, Hashable {
        private var seen: [StoryList: Set<Int>] = [:]

        public init() {}

        /// Takes a list that has come, and tells which of its ids were not in those before, in the list's order.
        public mutating func take(_ ids: [Int], of list: StoryList) -> [Int] {
            guard let known = seen[list] else {
                seen[list] = Set(ids)
                return []
            }
            // What has left the list is forgotten, or the set would grow for ever.
            seen[list] = Set(ids)
            return ids.filter { !known.contains($0) }
        }
    }
}
