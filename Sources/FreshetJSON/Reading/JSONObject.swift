public import Foundation

/// A JSON object whose fields are read by name.
///
/// There are overloads for strings, numbers, Booleans, dates and every other `Decodable` type. The
/// type is inferred from the context.
///
/// | | missing | null | another type |
/// | --- | --- | --- | --- |
/// | `read(_:)` | error | error | error |
/// | `readIfPresent(_:)` | `nil` | `nil` | error |
/// | `readLeniently(_:)` | `nil` | `nil` | `nil` |
///
/// It is valid only during one `decode` call. Don't pass it to another thread.
public struct JSONObject {
    private let object: ObjectLocation

    init(_ location: Location) throws { object = try ObjectLocation(location) }

    @inline(__always)
    private var location: Location { object.location }

    /// The number of fields.
    public var count: Int { location.index.count(of: location.node) }

    /// Returns whether a field exists. A field that is null exists.
    public func contains(_ name: StaticString) -> Bool { object.value(name) != nil }

    /// Returns the value of a field, or `nil` if the field is missing.
    public func value(_ name: StaticString) -> JSONValue? {
        object.value(name).map { JSONValue(location: location.child($0, key: PathKey.fixed(name))) }
    }

    // MARK: - Any type

    /// Reads a required field.
    ///
    /// - Throws: A `DecodingError` if the field is missing, is null or has another type, or the
    ///   error that the type throws.
    public func read<Value: Decodable>(_ name: StaticString) throws -> Value { try decode(try node(name), name) }

    /// Reads an optional field, which may be missing or null.
    ///
    /// - Throws: A `DecodingError` if the field has another type, or the error that the type
    ///   throws.
    public func readIfPresent<Value: Decodable>(_ name: StaticString) throws -> Value? {
        guard let node = present(name) else { return nil }
        return try decode(node, name)
    }

    /// Reads a field leniently. Returns `nil` if it can't be read.
    public func readLeniently<Value: Decodable>(_ name: StaticString) -> Value? {
        guard let node = present(name) else { return nil }
        return try? decode(node, name)
    }

    // MARK: - Finding

    @inline(__always)
    private func present(_ name: StaticString) -> Int? {
        guard let node = object.value(name), !location.index.isNull(node) else { return nil }
        return node
    }

    @inline(__always)
    private func node(_ name: StaticString) throws -> Int {
        guard let node = object.value(name) else { throw object.missing(PathKey.fixed(name)) }
        return node
    }

    private func decode<Value: Decodable>(_ node: Int, _ name: StaticString) throws -> Value {
        try location.child(node, key: PathKey.fixed(name)).decode(Value.self)
    }

    @inline(__always)
    private func scalar<Value: Scalar>(_ node: Int, _ name: StaticString) throws -> Value {
        guard let value = Value.read(node, in: location.index) else {
            throw location.child(node, key: PathKey.fixed(name)).error(Value.self)
        }
        return value
    }
}

// MARK: - Scalars

extension JSONObject {
    /// Reads a required string.
    ///
    /// - Throws: A `DecodingError` if the field is missing, is null or has another type.
    public func read(_ name: StaticString) throws -> String { try scalar(try node(name), name) }

    /// Reads an optional string, which may be missing or null.
    ///
    /// - Throws: A `DecodingError` if the field has another type.
    public func readIfPresent(_ name: StaticString) throws -> String? { try present(name).map { try scalar($0, name) } }

    /// Reads a string leniently. Returns `nil` if it can't be read.
    public func readLeniently(_ name: StaticString) -> String? {
        present(name).flatMap { String.read($0, in: location.index) }
    }

    /// Reads a string leniently, by a name that isn't a literal.
    public func readLeniently(named name: String) -> String? {
        object.value(name).flatMap { String.read($0, in: location.index) }
    }

    /// Reads a required whole number.
    ///
    /// - Throws: A `DecodingError` if the field is missing, is null, has another type or is out of
    ///   range.
    public func read(_ name: StaticString) throws -> Int { try scalar(try node(name), name) }

    /// Reads an optional whole number, which may be missing or null.
    ///
    /// - Throws: A `DecodingError` if the field has another type or is out of range.
    public func readIfPresent(_ name: StaticString) throws -> Int? { try present(name).map { try scalar($0, name) } }

    /// Reads a whole number leniently. Returns `nil` if it can't be read.
    public func readLeniently(_ name: StaticString) -> Int? {
        present(name).flatMap { Int.read($0, in: location.index) }
    }

    /// Reads a required number.
    ///
    /// - Throws: A `DecodingError` if the field is missing, is null, has another type or is out of
    ///   range.
    public func read(_ name: StaticString) throws -> Double { try scalar(try node(name), name) }

    /// Reads an optional number, which may be missing or null.
    ///
    /// - Throws: A `DecodingError` if the field has another type or is out of range.
    public func readIfPresent(_ name: StaticString) throws -> Double? { try present(name).map { try scalar($0, name) } }

    /// Reads a number leniently. Returns `nil` if it can't be read.
    public func readLeniently(_ name: StaticString) -> Double? {
        present(name).flatMap { Double.read($0, in: location.index) }
    }

    /// Reads a required Boolean.
    ///
    /// - Throws: A `DecodingError` if the field is missing, is null or has another type.
    public func read(_ name: StaticString) throws -> Bool { try scalar(try node(name), name) }

    /// Reads an optional Boolean, which may be missing or null.
    ///
    /// - Throws: A `DecodingError` if the field has another type.
    public func readIfPresent(_ name: StaticString) throws -> Bool? { try present(name).map { try scalar($0, name) } }

    /// Reads a Boolean leniently. Returns `nil` if it can't be read.
    public func readLeniently(_ name: StaticString) -> Bool? {
        present(name).flatMap { Bool.read($0, in: location.index) }
    }

    /// Reads a required date according to the decoder's strategy.
    ///
    /// - Throws: A `DecodingError` if the field is missing, is null or isn't a date.
    public func read(_ name: StaticString) throws -> Date { try date(try node(name), name) }

    /// Reads an optional date, which may be missing or null.
    ///
    /// - Throws: A `DecodingError` if the field isn't a date.
    public func readIfPresent(_ name: StaticString) throws -> Date? { try present(name).map { try date($0, name) } }

    /// Reads a date leniently. Returns `nil` if it can't be read.
    public func readLeniently(_ name: StaticString) -> Date? {
        present(name).flatMap { try? date($0, name) }
    }

    @inline(__always)
    private func date(_ node: Int, _ name: StaticString) throws -> Date {
        try location.index.date(node) ?? location.child(node, key: PathKey.fixed(name)).date()
    }
}
