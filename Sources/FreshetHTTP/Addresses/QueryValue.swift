public import Foundation

/// A value of a query item.
///
/// To make your own type conform, return its unencoded texts, which Freshet percent-encodes. An
/// enum whose raw value conforms only needs to declare the conformance.
///
/// ```swift
/// enum Sorting: String, QueryValue {
///     case newest, mostRead = "most_read"
/// }
///
/// struct Coordinate: QueryValue {
///     let latitude, longitude: Double
///     var queryTexts: [String] { ["\(latitude),\(longitude)"] }
/// }
/// ```
public protocol QueryValue: Sendable {
    /// The unencoded texts of the value: one for a single value, one per element for an array, and
    /// none to leave out the item.
    var queryTexts: [String] { get }
}

extension String: QueryValue {
    /// The text itself.
    public var queryTexts: [String] { [self] }
}

extension Substring: QueryValue {
    /// The text itself.
    public var queryTexts: [String] { [String(self)] }
}

extension Bool: QueryValue {
    /// `true` or `false`.
    public var queryTexts: [String] { [self ? "true" : "false"] }
}

extension Int: QueryValue {}
extension Int8: QueryValue {}
extension Int16: QueryValue {}
extension Int32: QueryValue {}
extension Int64: QueryValue {}
extension UInt: QueryValue {}
extension UInt8: QueryValue {}
extension UInt16: QueryValue {}
extension UInt32: QueryValue {}
extension UInt64: QueryValue {}
extension Double: QueryValue {}
extension Float: QueryValue {}

extension QueryValue where Self: Numeric & CustomStringConvertible {
    /// The text of the value.
    public var queryTexts: [String] { [description] }
}

extension URL: QueryValue {
    /// The absolute URL as text.
    public var queryTexts: [String] { [absoluteString] }
}

extension UUID: QueryValue {
    /// The UUID in uppercase.
    public var queryTexts: [String] { [uuidString] }
}

/// An array adds one item per element, all with the same name: `id=1&id=2`.
///
/// For a service that expects one item with commas, pass ``Swift/Array/commaSeparated``.
extension Array: QueryValue where Element: QueryValue {
    /// The texts of all elements.
    public var queryTexts: [String] { flatMap(\.queryTexts) }
}

extension Array where Element: QueryValue {
    /// The elements, joined by commas; `nil` if there are none, so that the item is left out.
    public var commaSeparated: String? {
        isEmpty ? nil : queryTexts.joined(separator: ",")
    }
}

extension QueryValue where Self: RawRepresentable, RawValue: QueryValue {
    /// The text of the value.
    public var queryTexts: [String] { rawValue.queryTexts }
}
