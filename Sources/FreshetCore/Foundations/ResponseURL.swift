/// The address of a response: true for the program, and without a secret wherever it is printed.
///
/// ``text`` is the address itself, to resolve links against, to store or to compare. `"\(url)"`, logs and debuggers show it with the
/// values of secret items replaced, as errors and events do. Credentials of the service are in neither.
public struct ResponseURL: Sendable, Hashable, ExpressibleByStringLiteral {
    private enum Source: Sendable {
        case address(WebAddress)
        case text(String)
    }

    private let source: Source
    /// The address with the values of secret items replaced.
    public let description: String

    init(_ address: WebAddress, description: String) {
        source = .address(address)
        self.description = description
    }

    /// Makes the address of a response, as a stub or an interceptor does.
    ///
    /// - Parameters:
    ///   - text: The true address.
    ///   - secretNames: The items whose values are not printed.
    public init(_ text: String, secretNames: SecretNames = .standard) {
        source = .text(text)
        description = secretNames.redacted(items: text) ?? text
    }

    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// The true address.
    public var text: String {
        switch source {
        case .address(let address): address.text
        case .text(let text): text
        }
    }

    /// The address without a secret, for whoever reads ``text``, too.
    var redacted: ResponseURL { ResponseURL(description) }

    /// Two are equal when their true addresses are.
    public static func == (first: ResponseURL, second: ResponseURL) -> Bool {
        if case .address(let first) = first.source, case .address(let second) = second.source { return first == second }
        return first.text == second.text
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }
}

extension ResponseURL: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var debugDescription: String { description }

    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
