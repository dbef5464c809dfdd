// The server of the provider: an emulator in the same process, which fails once with “overloaded” in the middle of a
// reply.

import Foundation
import Freshet
import FreshetTesting

actor LanguageModelServer {
    private var isOverloaded = true

    func respond(to request: LoopbackRequest) -> LoopbackResponse {
        struct Conversation: Decodable { let messages: [Message] }
        guard request.path == "/chat/completions", request.method == "POST",
            let last = try? JSONDecoder().decode(Conversation.self, from: request.body).messages.last
        else {
            return .json(#"{"error": {"type": "invalid", "message": "There is no such place."}}"#, status: 404)
        }
        switch last.content {
        case _ where last.role == .tool: return words("It is ", last.content, " in Lisbon.")
        case let text where text.contains("weather"): return toolCall()
        case let text where text.contains("count"): return counting()
        case let text where text.contains("story"): return story()
        default: return words("Good ", "morning", ".")
        }
    }

    private func words(_ words: String...) -> LoopbackResponse {
        .events((words.map(Self.delta) + ["[DONE]"]).map { ServerEvent(value: $0) })
    }

    /// Returns a tool call whose arguments are spread over several events.
    private func toolCall() -> LoopbackResponse {
        let pieces = [
            #"{"toolCalls": [{"index": 0, "id": "call-1", "name": "weather", "arguments": ""}]}"#,
            #"{"toolCalls": [{"index": 0, "arguments": "{\"city\": "}]}"#,
            #"{"toolCalls": [{"index": 0, "arguments": "\"Lisbon\"}"}]}"#,
        ]
        return .events((pieces + ["[DONE]"]).map { ServerEvent(value: $0) })
    }

    /// Returns a reply without an end, which is sent until the client closes the connection.
    private func counting() -> LoopbackResponse {
        let event = ServerEvent(value: Self.delta("one more, "))
        return .events([event], then: [.forever([.pause(.milliseconds(5)), .chunk(Data(event.text.utf8))])])
    }

    private func story() -> LoopbackResponse {
        guard isOverloaded else { return words("There was", " a river", " that rose in spring.") }
        isOverloaded = false
        let failure = #"{"error": {"type": "overloaded", "message": "The model is overloaded."}}"#
        return .events([ServerEvent(value: Self.delta("There was")), ServerEvent(name: "error", value: failure)])
    }

    private static func delta(_ text: String) -> String {
        String(decoding: (try? JSONEncoder().encode(["content": text])) ?? Data(), as: UTF8.self)
    }
}
