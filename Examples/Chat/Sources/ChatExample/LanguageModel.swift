// The API of a language model, similar to those of most providers.

import Foundation
import Freshet

struct LanguageModel: Service {
    let baseURL: String

    /// Reads an error, which the service sends as a response with a status, or as an event in the middle of a reply.
    func serviceError(in body: Data, of response: HTTPResponse) -> ServiceError? {
        struct Failure: Decodable {
            struct Content: Decodable { let type, message: String }
            let error: Content
        }
        guard let failure = try? JSONDecoder().decode(Failure.self, from: body).error else { return nil }
        return ServiceError(code: failure.type, message: failure.message, isRetryable: failure.type == "overloaded")
    }
}

/// A message of a conversation.
struct Message: Codable, Sendable, Equatable {
    enum Role: String, Codable { case user, assistant, tool }

    var role: Role
    var content: String
    /// The tool calls that the model requests; `nil` for none.
    var toolCalls: [ToolCall]?
    /// The id of the tool call whose result this message contains; `nil` for other messages.
    var toolCallID: String?
}

struct ToolCall: Codable, Sendable, Equatable {
    var id: String
    var name: String
    /// The arguments as JSON, which arrive in several events.
    var arguments: String
}

/// The content that one event adds to a reply.
struct Delta: Decodable, Sendable {
    struct Call: Decodable {
        let index: Int
        var id: String?
        var name: String?
        var arguments: String?
    }

    var content: String?
    var toolCalls: [Call]?
}

extension Message {
    /// Adds what an event contains.
    mutating func append(_ delta: Delta) {
        content += delta.content ?? ""
        for call in delta.toolCalls ?? [] {
            var calls = toolCalls ?? []
            // The first event of a call has its name. Further events with the same index add to its arguments.
            if call.index == calls.count {
                calls.append(ToolCall(id: call.id ?? "", name: call.name ?? "", arguments: ""))
            }
            guard calls.indices.contains(call.index) else { continue }
            calls[call.index].arguments += call.arguments ?? ""
            toolCalls = calls
        }
    }
}

/// The body of a request to the model.
private struct Conversation: Encodable {
    let model = "small"
    let stream = true
    let messages: [Message]
}

extension Request where API == LanguageModel, Value == Delta {
    static func reply(to messages: [Message]) -> Self {
        Request("chat/completions", method: .post, body: .json(Conversation(messages: messages)))
    }
}

extension Client<LanguageModel> {
    /// Returns the reply to a conversation as a stream of its parts. Ending the iteration stops the model.
    func reply(to messages: [Message]) -> ServerEvents<LanguageModel, Delta> {
        events(for: .reply(to: messages)).ending(at: "[DONE]").failing(on: "error")
    }
}
