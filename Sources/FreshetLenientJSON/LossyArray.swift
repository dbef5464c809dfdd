import Foundation
public import FreshetCore
public import FreshetJSON

/// An array that skips elements it can't decode, and counts them.
///
/// An invalid element does not make the whole list fail:
///
/// ```swift
/// struct Page: Decodable { let articles: LossyArray<Article> }
/// ```
///
/// A value that is not an array is still an error; `null` is an empty array.
public struct LossyArray<Element: Decodable>: Decodable, JSONReadable, RandomAccessCollection {
    /// The decoded elements, in order.
    public let elements: [Element]

    /// The reasons why elements were skipped, in order; at most the first ``reportLimit``.
    public let failures: [DecodingFailure]

    /// The number of skipped elements.
    public let skippedCount: Int

    /// The most failures that are stored: 20.
    public static var reportLimit: Int { 20 }

    /// Makes an array of elements, none of them skipped.
    public init(_ elements: [Element]) { self.init(elements, [], skippedCount: 0) }

    /// Decodes the value.
    ///
    /// - Throws: A `DecodingError` if required data is missing or of another type.
    public init(from decoder: any Decoder) throws {
        var elements: [Element] = []
        var failures: [DecodingFailure] = []
        var skippedCount = 0
        if try !decoder.singleValueContainer().decodeNil() {
            var container = try decoder.unkeyedContainer()
            if let count = container.count { elements.reserveCapacity(count) }
            while !container.isAtEnd {
                // A wrapper whose decoding never fails: a container does not move past an element that throws.
                switch try container.decode(Attempt.self) {
                case .value(let element):
                    elements.append(element)
                case .failure(let error):
                    skippedCount += 1
                    if failures.count < Self.reportLimit { failures.append(DecodingFailure(error, body: Data())) }
                }
            }
        }
        self.elements = elements
        self.failures = failures
        self.skippedCount = skippedCount
    }

    /// Reads the value.
    ///
    /// - Throws: A `DecodingError` if required data is missing or of another type.
    public init(json: JSONValue) throws {
        guard !json.isNull else {
            self.init([])
            return
        }
        let list = try json.array()
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

    private enum Attempt: Decodable {
        case value(Element)
        case failure(any Error)

        init(from decoder: any Decoder) throws {
            // Decoded through a container, so that the strategies for dates, URLs and data apply.
            do { self = .value(try decoder.singleValueContainer().decode(Element.self)) } catch {
                self = .failure(error)
            }
        }
    }
}

extension LossyArray: Sendable where Element: Sendable {}
extension LossyArray: Equatable where Element: Equatable {}
extension LossyArray: Hashable where Element: Hashable {}
