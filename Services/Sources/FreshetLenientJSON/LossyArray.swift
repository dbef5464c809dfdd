import Foundation
public import Freshet

/// An array that skips and counts elements that it can't decode.
///
/// An invalid element doesn't make the complete list fail:
///
/// ```swift
/// struct Page: Decodable { let articles: LossyArray<Article> }
/// ```
///
/// Values that services send instead of an empty array count as one: `null`, `false`, 0, an empty
/// object, and a string that is blank or reports that nothing was found, such as `"no data found"`.
/// Any other value that isn't an array is an error.
public struct LossyArray<Element: Decodable>: Decodable, JSONReadable, RandomAccessCollection {
    /// The decoded elements, in order.
    public let elements: [Element]

    /// The reasons why elements were skipped, in order, up to ``reportLimit``.
    public let failures: [DecodingFailure]

    /// The number of skipped elements.
    public let skippedCount: Int

    /// The maximum number of stored failures: 20.
    public static var reportLimit: Int { 20 }

    /// Makes an array from elements, without skipped ones.
    public init(_ elements: [Element]) { self.init(elements, [], skippedCount: 0) }

    /// Decodes the value.
    ///
    /// - Throws: A `DecodingError` if the value isn't an array and doesn't stand for an empty one.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        guard !value.decodeNil(), var container = try Self.list(of: decoder, value) else {
            self.init([])
            return
        }
        var elements: [Element] = []
        var failures: [DecodingFailure] = []
        var skippedCount = 0
        if let count = container.count { elements.reserveCapacity(count) }
        while !container.isAtEnd {
            // The wrapper's decoding never fails, because a container doesn't move past an element that throws.
            switch try container.decode(Attempt.self) {
            case .value(let element):
                elements.append(element)
            case .failure(let error):
                skippedCount += 1
                if failures.count < Self.reportLimit { failures.append(DecodingFailure(error, body: Data())) }
            }
        }
        self.init(elements, failures, skippedCount: skippedCount)
    }

    /// Reads the value.
    ///
    /// - Throws: A `DecodingError` if the value isn't an array and doesn't stand for an empty one.
    public init(json: JSONValue) throws {
        guard !json.isNull, let list = try Self.list(of: json) else {
            self.init([])
            return
        }
        var elements: [Element] = []
        var failures: [DecodingFailure] = []
        elements.reserveCapacity(list.count)
        for element in list {
            do { elements.append(try element.read()) } catch {
                if failures.count < Self.reportLimit { failures.append(DecodingFailure(error, body: Data())) }
            }
        }
        self.init(elements, failures, skippedCount: list.count - elements.count)
    }

    private init(_ elements: [Element], _ failures: [DecodingFailure], skippedCount: Int) {
        self.elements = elements
        self.failures = failures
        self.skippedCount = skippedCount
    }

    /// The position of the first element.
    public var startIndex: Int { elements.startIndex }
    /// The position after the last element.
    public var endIndex: Int { elements.endIndex }
    /// The element at a position.
    public subscript(position: Int) -> Element { elements[position] }

    /// Returns the container of the elements, or `nil` if another value stands for an empty list.
    private static func list(
        of decoder: any Decoder, _ value: any SingleValueDecodingContainer
    ) throws -> (any UnkeyedDecodingContainer)? {
        do { return try decoder.unkeyedContainer() } catch {
            let isNothing =
                if let text = try? value.decode(String.self) {
                    EmptyList.isNamed(by: text)
                } else if let isThere = try? value.decode(Bool.self) {
                    !isThere
                } else if let number = try? value.decode(Double.self) {
                    number == 0
                } else {
                    (try? decoder.container(keyedBy: EmptyList.Key.self))?.allKeys.isEmpty == true
                }
            if isNothing { return nil }
            throw error
        }
    }

    /// Returns the elements, or `nil` if another value stands for an empty list.
    private static func list(of json: JSONValue) throws -> JSONArray? {
        do { return try json.array() } catch {
            _ = try list(of: json.decoder, json.decoder.singleValueContainer())
            return nil
        }
    }

    private enum Attempt: Decodable {
        case value(Element)
        case failure(any Error)

        init(from decoder: any Decoder) throws {
            // The element is decoded through a container, so that the strategies for dates, URLs and data apply.
            do { self = .value(try decoder.singleValueContainer().decode(Element.self)) } catch {
                self = .failure(error)
            }
        }
    }
}

extension LossyArray: Sendable where Element: Sendable {}
extension LossyArray: Equatable where Element: Equatable {}
extension LossyArray: Hashable where Element: Hashable {}

/// Recognises values that services send instead of an empty list.
package enum EmptyList {
    /// A coding key with any name.
    struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Returns whether a text is blank or reports that nothing was found: "no data found", "No
    /// results", "not found".
    package static func isNamed(by text: String) -> Bool {
        guard let text = text.withoutSurroundingSpace else { return true }
        return text.prefixMatch(of: /((no|none|not|nothing)( \w+)? found|no (data|results?))\b/.ignoresCase()) != nil
    }
}
