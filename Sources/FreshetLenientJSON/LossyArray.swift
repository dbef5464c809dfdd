import Foundation
public import FreshetCore
public import FreshetJSON

/// An array that drops the elements it can't decode, and counts them.
///
/// One broken element of a list does not lose the rest:
///
/// ```swift
/// struct Page: Decodable { let articles: LossyArray<Article> }
/// ```
///
/// A value that is no array at all is still an error; `null` reads as an empty array.
public struct LossyArray<Element: Decodable>: Decodable, JSONReadable, RandomAccessCollection {
    /// The elements that could be decoded, in their order.
    public let elements: [Element]

    /// Why each of the others was dropped, in their order; at most the first ``reportLimit``.
    public let failures: [DecodingFailure]

    /// How many elements were dropped.
    public let skippedCount: Int

    /// How many failures are kept with their reason: 20.
    public static var reportLimit: Int { 20 }

    public init(_ elements: [Element]) { self.init(elements, [], skippedCount: 0) }

    public init(from decoder: any Decoder) throws {
        var elements: [Element] = []
        var failures: [DecodingFailure] = []
        var skippedCount = 0
        if try !decoder.singleValueContainer().decodeNil() {
            var container = try decoder.unkeyedContainer()
            if let count = container.count { elements.reserveCapacity(count) }
            while !container.isAtEnd {
                // A wrapper whose decoding never fails: a container stays where it is when an element throws.
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

    public var startIndex: Int { elements.startIndex }
    public var endIndex: Int { elements.endIndex }
    public subscript(position: Int) -> Element { elements[position] }

    private enum Attempt: Decodable {
        case value(Element)
        case failure(any Error)

        init(from decoder: any Decoder) throws {
            // Through a container, so that the decoder applies its strategies to dates, URLs and data.
            do { self = .value(try decoder.singleValueContainer().decode(Element.self)) } catch {
                self = .failure(error)
            }
        }
    }
}

extension LossyArray: Sendable where Element: Sendable {}
extension LossyArray: Equatable where Element: Equatable {}
extension LossyArray: Hashable where Element: Hashable {}
