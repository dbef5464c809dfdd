// A conversation, one question after another.

import Foundation
import Freshet
import FreshetCombine
import FreshetTesting

@main @MainActor
enum ChatExample {
    static func main() async throws {
        let provider = LanguageModelServer()
        let server = try await LoopbackServer.start { await provider.respond(to: $0) }
        let client = Client(LanguageModel(baseURL: server.baseURL))
        let chat = ChatModel(client, tools: ["weather": { _ in "sunny, at 24 °C," }])

        chat.send("Good morning")
        try await chat.rest()
        show(chat.messages)

        // The model calls a tool, and continues its reply with the tool's result.
        chat.send("How is the weather in Lisbon?")
        try await chat.rest()
        show(chat.messages.suffix(4))

        // The reply fails in the middle, and is requested again.
        chat.send("Tell me a story")
        try await chat.rest()
        show(chat.messages.suffix(2))
        if case .failed(let error) = chat.state { print("  failed: \(error.localizedDescription)") }
        chat.retry()
        try await chat.rest()
        show(chat.messages.suffix(1))

        // The stop button closes the connection. The text that was received stays.
        chat.send("Please count")
        _ = try await chat.$messages.first { $0.last?.content.contains("more, one") == true }.firstValue()
        chat.stop()
        try await server.wait { $0.openExchanges == 0 }
        print("stopped: \(chat.messages.last?.content.hasPrefix("one more, one more, ") == true)")
        await server.stop()
    }

    private static func show(_ messages: some Sequence<Message>) {
        for message in messages {
            let calls = (message.toolCalls ?? []).map { " calls \($0.name)(\($0.arguments))" }.joined()
            print("\(message.role.rawValue): \(message.content)\(calls)")
        }
    }
}

extension ChatModel {
    /// Waits until the reply has ended or failed.
    @MainActor func rest() async throws {
        _ = try await $state.first { $0 != .writing }.firstValue()
    }
}
