import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import Testing

@testable import ChatExample

/// Tests of the chat with a provider in the same process.
@Suite(.timeLimit(.minutes(1))) @MainActor
struct ChatTests {
    private func start(_ provider: @escaping LoopbackServer.Handler) async throws -> (ChatModel, LoopbackServer) {
        let server = try await LoopbackServer.start(handler: provider)
        return (ChatModel(Client(LanguageModel(baseURL: server.baseURL)), tools: ["weather": { "\($0)!" }]), server)
    }

    @Test func aReplyGrowsAndEndsAtItsMark() async throws {
        let provider = LanguageModelServer()
        let (chat, server) = try await start { await provider.respond(to: $0) }
        chat.send("Good morning")
        #expect(chat.state == .writing)
        try await chat.rest()
        #expect(chat.state == .ready)
        #expect(chat.messages.map(\.content) == ["Good morning", "Good morning."])
        await server.stop()
    }

    @Test func theModelGetsWhatItsToolReturns() async throws {
        let provider = LanguageModelServer()
        let (chat, server) = try await start { await provider.respond(to: $0) }
        chat.send("How is the weather?")
        try await chat.rest()
        #expect(chat.messages.map(\.role) == [.user, .assistant, .tool, .assistant])
        #expect(
            chat.messages[1].toolCalls == [ToolCall(id: "call-1", name: "weather", arguments: #"{"city": "Lisbon"}"#)])
        #expect(chat.messages[2].toolCallID == "call-1")
        #expect(chat.messages[3].content == #"It is {"city": "Lisbon"}! in Lisbon."#)
        #expect(server.requests.count == 2)
        await server.stop()
    }

    @Test func aReplyThatBreaksOffStaysAndIsAskedForAgain() async throws {
        let provider = LanguageModelServer()
        let (chat, server) = try await start { await provider.respond(to: $0) }
        chat.send("A story")
        try await chat.rest()
        guard case .failed(let error) = chat.state else {
            Issue.record("\(chat.state)")
            return
        }
        #expect(
            error.kind
                == .service(ServiceError(code: "overloaded", message: "The model is overloaded.", isRetryable: true)))
        #expect(chat.messages.last?.content == "There was")
        chat.retry()
        try await chat.rest()
        #expect(chat.messages.map(\.content) == ["A story", "There was a river that rose in spring."])
        // A failed question is not retried automatically: each one costs money.
        #expect(server.requests.count == 2)
        await server.stop()
    }

    @Test func aReplyWithoutItsMarkIsAFailure() async throws {
        let (chat, server) = try await start { _ in .events([ServerEvent(value: #"{"content": "Half"}"#)]) }
        chat.send("Hello")
        try await chat.rest()
        guard case .failed(let error) = chat.state else {
            Issue.record("\(chat.state)")
            return
        }
        #expect(error.kind == .connectionLost)
        await server.stop()
    }

    @Test func stoppingClosesTheConnectionAndKeepsWhatWasWritten() async throws {
        let provider = LanguageModelServer()
        let (chat, server) = try await start { await provider.respond(to: $0) }
        chat.send("Please count")
        _ = try await chat.$messages.first { $0.last?.content.isEmpty == false }.firstValue()
        chat.stop()
        try await server.wait { $0.openExchanges == 0 && $0.abortedExchanges == 1 }
        #expect(chat.state == .ready)
        #expect(chat.messages.last?.content.hasPrefix("one more, ") == true)
        await server.stop()
    }
}
