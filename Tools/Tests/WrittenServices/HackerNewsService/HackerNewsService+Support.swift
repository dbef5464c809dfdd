// Written by "freshet service" from hackernews.yaml. Changes are overwritten.

public import Freshet

extension HackerNewsService {
    /// A string of which the service documents some values, and may add others.
    public protocol OpenText: RawRepresentable, Codable, Hashable, Sendable, QueryValue, ExpressibleByStringLiteral,
        CustomStringConvertible
    where RawValue == String {
        /// Makes a value, known or not.
        init(rawValue: String)
    }
}

extension HackerNewsService.OpenText {
    /// Makes a value from a literal.
    public init(stringLiteral value: String) { self.init(rawValue: value) }
    /// The value as the service writes it.
    public var description: String { rawValue }
    /// The value for a query.
    public var queryTexts: [String] { [rawValue] }
}
