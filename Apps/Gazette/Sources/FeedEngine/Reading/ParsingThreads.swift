import Foundation
package import Freshet
import NIOPosix

/// Threads that parse the documents of others, so that no thread that serves requests does.
///
/// A document of the largest size takes seconds. Further ones wait for a thread, and requests don't wait for them.
package final class ParsingThreads: TaskExecutor {
    /// A document has taken longer than the limit.
    package struct TooSlow: Error {}

    /// The threads for what comes from the web: feeds, pages, and lists of feeds.
    static let documents = ParsingThreads(count: share, limit: .seconds(20))
    /// The threads for stored texts, which are short. They don't wait for documents.
    package static let texts = ParsingThreads(count: share, limit: .seconds(5))

    /// Half of the processors at most, so that the others serve.
    private static let share = max(1, ProcessInfo.processInfo.activeProcessorCount / 2)

    private let pool: NIOThreadPool
    private let limit: Duration
    private let time: TimeSource

    /// Starts threads, which run until the process ends.
    ///
    /// - Parameters:
    ///   - count: The number of documents that are parsed at once.
    ///   - limit: How long a document may take once a thread has begun with it.
    ///   - time: Measures the limit.
    package init(count: Int, limit: Duration, time: TimeSource = .system) {
        pool = NIOThreadPool(numberOfThreads: count)
        self.limit = limit
        self.time = time
        pool.start()
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        pool.submit { [self] _ in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// Parses a document on one of the threads.
    ///
    /// - Parameter parse: Parses it, and ends when its task is cancelled, as `Feeds` does.
    /// - Throws: The error of `parse`; ``TooSlow``; `CancellationError`.
    package func run<Value: Sendable>(_ parse: @escaping @Sendable () throws -> Value) async throws -> Value {
        let (beginnings, beginning) = AsyncStream.makeStream(of: Void.self)
        return try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask(executorPreference: self) {
                beginning.yield()
                let value = try parse()
                try Task.checkCancellation()
                return value
            }
            group.addTask { [limit, time] in
                for await _ in beginnings.prefix(1) {}
                try await time.sleep(time.now() + limit)
                throw TooSlow()
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }
}
