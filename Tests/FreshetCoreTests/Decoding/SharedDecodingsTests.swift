import FreshetCore
import FreshetTesting
import Testing

/// Callers that share a decoded value.
struct SharedDecodingsTests {
    @Test func theFailureOfACancelledCallerIsItsOwn() async throws {
        let shared = SharedDecodings()
        let task = Task {
            try await shared.value { () throws -> Int in
                withUnsafeCurrentTask { $0?.cancel() }
                try Task.checkCancellation()
                return 1
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await shared.value { 2 } == 2)
        #expect(try await shared.value { 3 } == 2)
    }

    @Test func aBodyThatCannotBeReadIsReadOnce() async {
        struct Unreadable: Error {}
        let shared = SharedDecodings()
        await #expect(throws: Unreadable.self) { try await shared.value { () throws -> Int in throw Unreadable() } }
        await #expect(throws: Unreadable.self) { try await shared.value { 1 } }
    }
}
