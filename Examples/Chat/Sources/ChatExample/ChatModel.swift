// The view model of a chat: messages that grow while a reply is received, a stop button, and a retry after a failure.

import Foundation
import Freshet
import FreshetCombine

final class ChatModel: ObservableObject {
    enum State: Equatable {
        case ready
        /// A reply is being received.
        case writing
        /// The reply has failed. The text received before the failure stays.
        case failed(FetchError)
    }

    @Published private(set) var messages: [Message] = []
    @Published private(set) var state = State.ready

    private let client: Client<LanguageModel>
    private let tools: [String: @Sendable (String) -> String]
    private var reply: AnyCancellable?

    /// - Parameter tools: The functions that the model may call, by name. Each takes its arguments as JSON.
    init(_ client: Client<LanguageModel>, tools: [String: @Sendable (String) -> String]) {
        self.client = client
        self.tools = tools
    }

    func send(_ text: String) {
        guard state != .writing else { return }
        messages.append(Message(role: .user, content: text))
        ask()
    }

    /// Stops the reply: closes the connection, and keeps the text that was received.
    func stop() {
        guard state == .writing else { return }
        reply = nil
        state = .ready
    }

    /// Requests the reply again after a failure. The text received before the failure is discarded.
    func retry() {
        guard case .failed = state else { return }
        if messages.last?.role == .assistant { messages.removeLast() }
        ask()
    }

    private func ask() {
        state = .writing
        let conversation = messages
        messages.append(Message(role: .assistant, content: ""))
        reply = client.reply(to: conversation).publisher
            .receive(on: DispatchQueue.main)
            .sink { [weak self] in
                self?.end($0)
            } receiveValue: { [weak self] in
                self?.take($0.value)
            }
    }

    private func take(_ delta: Delta) {
        messages[messages.count - 1].append(delta)
    }

    private func end(_ completion: Subscribers.Completion<FetchError>) {
        if case .failure(let error) = completion {
            state = .failed(error)
            return
        }
        guard let calls = messages.last?.toolCalls else {
            state = .ready
            return
        }
        // The model continues after it has received the results of its tool calls.
        for call in calls {
            let result = tools[call.name]?(call.arguments) ?? "There is no such tool."
            messages.append(Message(role: .tool, content: result, toolCallID: call.id))
        }
        ask()
    }
}
