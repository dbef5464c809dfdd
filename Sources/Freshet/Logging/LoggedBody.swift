import Foundation
import FreshetCore

/// A response body that logs its chunks while the caller reads them.
final class LoggedBody: TransportBody {
    private struct State {
        var transcript: BodyTranscript
        var isAtItsEnd = false
    }

    private let base: any TransportBody
    private let exchange: LoggedExchange
    private let state: Lock<State>

    init(_ base: any TransportBody, _ transcript: BodyTranscript, of exchange: LoggedExchange) {
        self.base = base
        self.exchange = exchange
        state = Lock(ofUnchecked: State(transcript: transcript))
    }

    deinit { end { "\($0) read, incomplete" } }

    func next() async throws(FetchError) -> Data? {
        let chunk: Data?
        do throws(FetchError) { chunk = try await base.next() } catch {
            end(as: "!") { "\(error.code) after \($0)" }
            throw error
        }
        if let chunk {
            exchange.write("<", state.withLock { $0.isAtItsEnd ? [] : $0.transcript.add(chunk) })
        } else {
            end { $0 }
        }
        return chunk
    }

    func cancel() {
        base.cancel()
        end { "\($0) read, incomplete" }
    }

    /// Logs the end of the body, once.
    private func end(as mark: String = "<", _ text: (_ summary: String) -> String) {
        let ended = state.withLock { state -> (lines: [String], summary: String)? in
            guard !state.isAtItsEnd else { return nil }
            state.isAtItsEnd = true
            return (state.transcript.end(), state.transcript.summary)
        }
        guard let ended else { return }
        exchange.write("<", ended.lines)
        exchange.writeEnd(mark, text(ended.summary))
    }
}
