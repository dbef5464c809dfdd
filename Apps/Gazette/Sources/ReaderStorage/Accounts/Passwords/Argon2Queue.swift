import Foundation
import NIOConcurrencyHelpers

/// Hashes passwords on threads of its own, at most as many at the same time as the machine has cores.
package final class Argon2Queue: PasswordHashing {
    /// The most passwords that wait: a second or two of work for each core.
    private static let waitingLimit = 100

    private let queue: OperationQueue
    private let waiting = NIOLockedValueBox(0)

    package init() {
        queue = OperationQueue()
        queue.name = "passwords"
        queue.maxConcurrentOperationCount = max(1, ProcessInfo.processInfo.activeProcessorCount)
    }

    package func hash(_ password: String) async throws -> String {
        try await run { library throws(PasswordHashingError) in try library.hash(PasswordRules.normal(password)) }
    }

    package func isValid(_ password: String, for hash: String) async throws -> Bool {
        try await run { library throws(PasswordHashingError) in
            try library.isValid(PasswordRules.normal(password), for: hash)
        }
    }

    package func isOutdated(_ hash: String) -> Bool { !hash.hasPrefix(Argon2.parameters) }

    private func run<Value: Sendable>(
        _ work: @escaping @Sendable (Argon2) throws(PasswordHashingError) -> Value
    ) async throws(PasswordHashingError) -> Value {
        let library = try Argon2.shared()
        let mayWait = waiting.withLockedValue { count in
            guard count < Self.waitingLimit else { return false }
            count += 1
            return true
        }
        guard mayWait else { throw .busy }
        let result: Result<Value, PasswordHashingError> = await withCheckedContinuation { continuation in
            queue.addOperation {
                let result = Result { () throws(PasswordHashingError) in try work(library) }
                continuation.resume(returning: result)
            }
        }
        waiting.withLockedValue { $0 -= 1 }
        return try result.get()
    }
}
