/// The address of a response, which shows no secret when it is printed.
///
/// ``text`` is the true address, to resolve links, to store or to compare. `"\(url)"`, logs and debuggers show it with
/// the values of secret items replaced, like errors and events. Neither contains the service's credentials.
public struct ResponseURL: Sendable, Hashable, ExpressibleByStringLiteral {
    private final class Content: Sendable {
        /// `nil` for one that was made of a text.
        let address: WebAddress?
        /// The text that it was made of; empty where there is an address.
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

    /// Makes the address of a response, for stubs and interceptors.
    ///
    /// - Parameters:
    ///   - text: The true address.
    ///   - secretNames: The items whose values are not printed.
    public init(_ text: String, secretNames: SecretNames = .standard) {
        content = Content(nil, givenText: text, description: secretNames.redacted(items: text) ?? text)
    }

    /// Makes the address of a response from a literal, like ``init(_:secretNames:)``.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// The true address.
    public var text: String { content.address?.text ?? content.givenText }

    /// The address with the values of secret items replaced.
    public var description: String { content.description }

    /// The address whose ``text`` has no secret either.
    package var redacted: ResponseURL { ResponseURL(description) }

    /// Compares the true addresses.
    public static func == (first: ResponseURL, second: ResponseURL) -> Bool {
        if first.content === second.content { return true }
        if let first = first.content.address, let second = second.content.address { return first == second }
        return first.text == second.text
    }

    /// Hashes the true address.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }
}

extension ResponseURL: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The address without secrets, as debuggers print it.
    public var debugDescription: String { description }

    /// The address without secrets, as `dump` shows it.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
