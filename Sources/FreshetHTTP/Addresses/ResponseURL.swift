/// The URL of a response, which hides secrets when it is printed.
///
/// ``text`` is the actual URL, for resolving links, storing and comparing. `"\(url)"`, logs and
/// debuggers show it with the values of secret query items replaced, like errors and events.
/// Neither contains the service's credentials.
public struct ResponseURL: Sendable, Hashable, ExpressibleByStringLiteral {
    private final class Content: Sendable {
        /// The parsed URL; `nil` if the value was made from a text.
        let address: WebAddress?
        /// The text from which the value was made; empty if there is a parsed URL.
        let givenText: String
        let description: String

        init(_ address: WebAddress?, givenText: String = "", description: String) {
            self.address = address
            self.givenText = givenText
            self.description = description
        }
    }

    // On the heap: a call passes its response on several times, and would copy four references each time.
    private let content: Content

    package init(_ address: WebAddress, description: String) {
        content = Content(address, description: description)
    }

    /// Makes the URL of a response, for stubs and interceptors.
    ///
    /// - Parameters:
    ///   - text: The actual URL.
    ///   - secretNames: The names of the query items whose values aren't printed.
    public init(_ text: String, secretNames: SecretNames = .standard) {
        content = Content(nil, givenText: text, description: secretNames.redacted(items: text) ?? text)
    }

    /// Makes the URL of a response from a string literal, like ``init(_:secretNames:)``.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// The actual URL.
    public var text: String { content.address?.text ?? content.givenText }

    /// The URL with the values of secret query items replaced.
    public var description: String { content.description }

    /// The URL without secrets, whose ``text`` doesn't contain any either.
    package var redacted: ResponseURL { ResponseURL(description) }

    /// Compares the actual URLs.
    public static func == (first: ResponseURL, second: ResponseURL) -> Bool {
        if first.content === second.content { return true }
        if let first = first.content.address, let second = second.content.address { return first == second }
        return first.text == second.text
    }

    /// Hashes the actual URL.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }
}

extension ResponseURL: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The URL without secrets, as debuggers print it.
    public var debugDescription: String { description }

    /// The URL without secrets, as `dump` shows it.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
