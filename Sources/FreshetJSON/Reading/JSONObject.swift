public import Foundation

/// The fields of an object in a body, found by their names.
///
/// Each way of reading comes for texts, numbers, Booleans and dates by itself and for every other type that can be decoded.
/// Which type is read follows from where the value goes.
///
/// | | missing | null | another type |
/// | --- | --- | --- | --- |
/// | `read(_:)` | error | error | error |
/// | `readIfPresent(_:)` | `nil` | `nil` | error |
/// | `readLeniently(_:)` | `nil` | `nil` | `nil` |
///
/// It belongs to one call of `decode`: don't hand it to another thread.
public struct JSONObject {
    private let object: ObjectPlace

    init(_ place: Place) throws { object = try ObjectPlace(place) }

    @inline(__always)
    private var place: Place { object.place }

    /// How many fields there are.
    public var count: Int { place.index.count(of: place.node) }

    /// Whether there is a field, be it null.
    public func contains(_ name: StaticString) -> Bool { object.value(name) != nil }

    /// The value of a field; `nil` where it is missing.
    public func value(_ name: StaticString) -> JSONValue? {
        object.value(name).map { JSONValue(place: place.child($0, key: PathKey.fixed(name))) }
    }

    // MARK: - Any type

    /// Reads a field that has to be there.
    public func read<Value: Decodable>(_ name: StaticString) throws -> Value { try decode(try node(name), name) }

    /// Reads a field that may be missing or null.
    public func readIfPresent<Value: Decodable>(_ name: StaticString) throws -> Value? {
        guard let node = present(name) else { return nil }
        return try decode(node, name)
    }

    /// Reads a field that can be done without: what can't be read is `nil`.
    public func readLeniently<Value: Decodable>(_ name: StaticString) -> Value? {
        guard let node = present(name) else { return nil }
        return try? decode(node, name)
    }

    // MARK: - Finding

    @inline(__always)
    private func present(_ name: StaticString) -> Int? {
        guard let node = object.value(name), !place.index.isNull(node) else { return nil }
        return node
    }

    @inline(__always)
    private func node(_ name: StaticString) throws -> Int {
        guard let node = object.value(name) else { throw missing(name) }
        return node
    }

    private func missing(_ name: StaticString) -> any Error {
        DecodingError.keyNotFound(
            PathKey.fixed(name),
            .init(codingPath: place.codingPath, debugDescription: "There is no key \"\(name)\"."))
    }

    private func decode<Value: Decodable>(_ node: Int, _ name: StaticString) throws -> Value {
        try place.child(node, key: PathKey.fixed(name)).decode(Value.self)
    }

    @inline(__always)
    private func scalar<Value: Scalar>(_ node: Int, _ name: StaticString) throws -> Value {
        guard let value = Value.read(node, in: place.index) else {
            throw place.child(node, key: PathKey.fixed(name)).error(Value.self)
        }
        return value
    }
}

// MARK: - Scalars

extension JSONObject {
    /// Reads a text that has to be there.
    public func read(_ name: StaticString) throws -> String { try scalar(try node(name), name) }

    /// Reads a text that may be missing or null.
    public func readIfPresent(_ name: StaticString) throws -> String? { try present(name).map { try scalar($0, name) } }

    /// Reads a text that can be done without.
    public func readLeniently(_ name: StaticString) -> String? {
        present(name).flatMap { String.read($0, in: place.index) }
    }

    /// Reads a text that can be done without, by a name that is made while the program runs.
    public func readLeniently(named name: String) -> String? {
        object.value(name).flatMap { String.read($0, in: place.index) }
    }

    /// Reads a whole number that has to be there.
    public func read(_ name: StaticString) throws -> Int { try scalar(try node(name), name) }

    /// Reads a whole number that may be missing or null.
    public func readIfPresent(_ name: StaticString) throws -> Int? { try present(name).map { try scalar($0, name) } }

    /// Reads a whole number that can be done without.
    public func readLeniently(_ name: StaticString) -> Int? {
        present(name).flatMap { Int.read($0, in: place.index) }
    }

    /// Reads a number that has to be there.
    public func read(_ name: StaticString) throws -> Double { try scalar(try node(name), name) }

    /// Reads a number that may be missing or null.
    public func readIfPresent(_ name: StaticString) throws -> Double? { try present(name).map { try scalar($0, name) } }

    /// Reads a number that can be done without.
    public func readLeniently(_ name: StaticString) -> Double? {
        present(name).flatMap { Double.read($0, in: place.index) }
    }

    /// Reads a Boolean that has to be there.
    public func read(_ name: StaticString) throws -> Bool { try scalar(try node(name), name) }

    /// Reads a Boolean that may be missing or null.
    public func readIfPresent(_ name: StaticString) throws -> Bool? { try present(name).map { try scalar($0, name) } }

    /// Reads a Boolean that can be done without.
    public func readLeniently(_ name: StaticString) -> Bool? {
        present(name).flatMap { Bool.read($0, in: place.index) }
    }

    /// Reads a date that has to be there.
    public func read(_ name: StaticString) throws -> Date { try date(try node(name), name) }

    /// Reads a date that may be missing or null.
    public func readIfPresent(_ name: StaticString) throws -> Date? { try present(name).map { try date($0, name) } }

    /// Reads a date that can be done without.
    public func readLeniently(_ name: StaticString) -> Date? {
        present(name).flatMap { try? date($0, name) }
    }

    @inline(__always)
    private func date(_ node: Int, _ name: StaticString) throws -> Date {
        try place.index.date(node) ?? place.child(node, key: PathKey.fixed(name)).date()
    }
}
