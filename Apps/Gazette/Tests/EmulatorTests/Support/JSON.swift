import Foundation

/// A value of a response, taken apart without a model of it.
struct JSON {
    private let value: Any?

    private init(_ value: Any?) {
        self.value = value
    }

    init(_ bytes: [UInt8]) throws {
        value = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    }

    subscript(name: String) -> JSON { JSON((value as? [String: Any])?[name]) }

    /// The elements of a list; none when this is no list.
    var list: [JSON] { (value as? [Any] ?? []).map { JSON($0) } }
    /// The names of an object's members, sorted.
    var names: [String] { (value as? [String: Any] ?? [:]).keys.sorted() }

    var text: String? { value as? String }
    var number: Int? { value as? Int }
    var decimal: Double? { (value as? NSNumber)?.doubleValue }
    var flag: Bool? { value as? Bool }
    var isList: Bool { value is [Any] }
    /// Whether there is no such member, not even with null.
    var isMissing: Bool { value == nil }
    var isNull: Bool { value is NSNull }

    var texts: [String] { list.compactMap(\.text) }
    var numbers: [Int] { list.compactMap(\.number) }
    var ids: [Int] { list.compactMap { $0["id"].number } }
}

extension ReceivedResponse {
    func json() throws -> JSON { try JSON(bytes) }
}
