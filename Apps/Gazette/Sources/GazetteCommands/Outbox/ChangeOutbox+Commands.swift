import Foundation
import Freshet
import FreshetOutbox
import ReaderModels

extension ChangeOutbox {
    /// Opens the outbox of a file, and sends what is stored.
    ///
    /// - Throws: ``Failure`` if the file can't be opened.
    static func open(_ file: URL, _ client: Client<Change.API>) throws -> ChangeOutbox {
        do throws(OutboxError) {
            return try ChangeOutbox(file: file, client: client)
        } catch {
            throw Failure(
                .unwritable,
                "The changes can't be stored in \(file.path). The disk is full, or the folder isn't writable.")
        }
    }

    /// Runs a body with the outbox of a file, which is closed afterwards.
    ///
    /// - Throws: ``Failure`` if the file can't be opened.
    static func with<Value>(
        _ file: URL, _ client: Client<Change.API>, _ body: (ChangeOutbox) async throws -> Value
    ) async throws -> Value {
        let outbox = try open(file, client)
        await outbox.read()
        let result: Result<Value, any Error>
        do { result = .success(try await body(outbox)) } catch { result = .failure(error) }
        await outbox.close()
        return try result.get()
    }

    /// Stores a change, and sends it if the service can be reached.
    ///
    /// - Returns: `nil` if it was delivered; otherwise the stored change.
    /// - Throws: The error of the service that has refused it, or of the file.
    func send(_ change: Change, within time: Duration) async throws -> Entry? {
        do throws(OutboxError) {
            let receipt = try await add(change)
            guard try await !isDelivered(receipt, within: time) else { return nil }
            return entries.first { $0.id == receipt.id }
        } catch {
            if let refused = entries.last(where: { $0.hasFailed && $0.change == change }) {
                // The caller sees why, and can repeat the command.
                try? await discard(refused.id)
                // The stored outcome has the code of the error alone.
                if case .failed(_, nil) = error, let text = refused.errorText { throw Failure(.usage, text) }
            }
            switch error.cause {
            case let failure as ChangeStoreError: throw Failure(.unwritable, failure.localizedDescription)
            case let failure?: throw failure
            case nil: return nil
            }
        }
    }

    /// Runs a decision about a change, once it is not being sent: opening the outbox has begun that.
    ///
    /// - Throws: ``Failure`` in words.
    func decide(on id: WriteID, _ body: (ChangeOutbox) async throws -> Void) async throws {
        do {
            try await decide(on: id, within: .seconds(10), body)
        } catch OutboxError.unknownWrite {
            // It was sent or removed meanwhile.
        } catch OutboxError.beingSent {
            throw Failure(.unavailable, "The change is being sent. Try again in a moment.")
        } catch let error as OutboxError {
            throw Failure(.unwritable, error.cause.map { SelectedError($0).text } ?? "The change can't be made.")
        }
    }
}

extension ChangeOutbox.Entry {
    /// The note about a change that was stored only.
    var unsentNote: String {
        let reason = errorText.map { " \($0)" } ?? ""
        return "Stored, not sent yet: \(TerminalText.clean(sentence)).\(reason) Send it with: gazette sync"
    }
}
