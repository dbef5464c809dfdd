#if SQLite
import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetOutbox

/// Secrets in all places where a write takes or gets one, and a look for their bytes in the files of the outbox.
@Suite(.timeLimit(.minutes(60)))
struct SecretTests {
    private typealias Action = SecretCanaries.Action

    @Test("No byte of a secret is in the files, in whatever coding")
    func noSecretIsStored() async throws {
        var (accepted, refused) = (0, 0)
        for seed in 0..<UInt64(TestLength.count(20, long: 2_000)) {
            let (stored, rejected) = try await look(seed)
            accepted += stored
            refused += rejected
        }
        // Both are frequent, or the look would have seen nothing.
        #expect(accepted > 20)
        #expect(refused > 20)
    }

    @Test("The look finds a secret in each coding")
    func theLookIsSharp() throws {
        let folder = try TemporaryFolder()
        var canaries = SecretCanaries(seed: 1)
        let secret = canaries.secret()
        #expect(try canaries.found(in: folder.url).isEmpty)
        for form in SecretCanaries.forms(of: secret) {
            try Data("…\(form)…".utf8).write(to: folder.url.appending(path: "file"))
            #expect(try !canaries.found(in: folder.url).isEmpty, "\(form)")
        }
    }

    /// Enqueues and sends three writes. Returns how many were accepted and refused.
    private func look(_ seed: UInt64) async throws -> (Int, Int) {
        var canaries = SecretCanaries(seed: seed)
        let test = try OutboxTest()
        let stub = StubTransport()
        var configuration = ClientConfiguration(transport: stub, cache: nil)
        configuration.time = test.clock.time
        let client = Client(Vault(privateCredentials: canaries.credentials()), configuration)
        let kinds = (0..<3).map { _ in Int.random(in: 0..<4, using: &canaries.random) }
        let requests = kinds.indices.map { canaries.request($0, secretBody: kinds[$0] == 0) }
        let write = DurableWrite<Vault, Action, Data>("write") { requests[$0.number] }.repeating(.byKey())
        let open = { () throws(OutboxError) in
            var writes = OutboxWrites()
            try writes.register(write, with: client)
            return try Outbox(file: test.folder.file, writes: writes, settings: test.settings, time: test.clock.time)
        }
        let outbox = try open()
        var (accepted, refused) = (0, 0)
        for (number, kind) in kinds.enumerated() {
            let action = Action(number: number, tree: canaries.tree(secretly: kind == 1))
            let error = await outboxFailure { () throws(OutboxError) in try await outbox.enqueue(write, action) }
            if case .unsendable = error { refused += 1 } else { accepted += 1 }
            #expect(error == nil || kind < 2, "seed \(seed): \(String(describing: error))")
        }
        for _ in 0..<accepted {
            let request = try await stub.nextRequest()
            if Int.random(in: 0..<4, using: &canaries.random) == 0 {
                request.fail(with: FetchError(.connectionLost))
            } else {
                request.respond(with: canaries.response())
            }
        }
        await outbox.wait { $0.sending == 0 }
        #expect(try canaries.found(in: test.folder.url) == [], "seed \(seed)")
        await outbox.close()
        #expect(try canaries.found(in: test.folder.url) == [], "seed \(seed), closed")
        // Another process sends what waits, with the secrets that its request has.
        let again = try open()
        await again.close()
        #expect(try canaries.found(in: test.folder.url) == [], "seed \(seed), opened again")
        return (accepted, refused)
    }
}
#endif
