import Foundation
import FreshetTesting
import Testing

/// A type that a test makes up, and the ways of asking containers for it.
indirect enum Shape {
    case bool, int, uint8, int128, double, float, text, date, data, url, decimal, uuid
    case optional(Shape)
    case array(Shape)
    /// An array that is read by hand from an unkeyed container.
    case elements(Shape)
    case dictionary(Shape)
    case object([Field])
    /// An object that is read through a nested container of the one around it.
    case nested(String, [Field])
    case parent(String?, Shape)
    case keys

    struct Field {
        var name: String
        var shape: Shape
        var isOptional = false
    }

    static func random(_ random: inout SeededRandom, depth: Int = 0) -> Shape {
        let simple: [Shape] = [
            .bool, .int, .uint8, .int128, .double, .float, .text, .text, .date, .data, .url, .decimal, .uuid, .keys,
        ]
        guard depth < 4, Int.random(in: 0..<10, using: &random) > depth * 2 else {
            return simple.randomElement(using: &random) ?? .bool
        }
        switch Int.random(in: 0..<9, using: &random) {
        case 0: return .optional(.random(&random, depth: depth + 1))
        case 1: return .array(.random(&random, depth: depth + 1))
        case 2: return .elements(.random(&random, depth: depth + 1))
        case 3: return .dictionary(.random(&random, depth: depth + 1))
        case 4: return .nested(name(&random), fields(&random, depth + 1))
        case 5: return .parent(Bool.random(using: &random) ? name(&random) : nil, .random(&random, depth: depth + 1))
        default: return .object(fields(&random, depth + 1))
        }
    }

    /// Whether there are dictionaries, whose order and therefore whose first error is not known.
    var hasDictionary: Bool {
        switch self {
        case .dictionary: true
        case .optional(let shape), .array(let shape), .elements(let shape), .parent(_, let shape): shape.hasDictionary
        case .object(let fields), .nested(_, let fields): fields.contains { $0.shape.hasDictionary }
        default: false
        }
    }

    private static func fields(_ random: inout SeededRandom, _ depth: Int) -> [Field] {
        let count = Int.random(in: 0..<10, using: &random) == 0 ? 24 : Int.random(in: 0...5, using: &random)
        return (0..<count).map { number in
            Field(
                name: count > 9 ? "key\(number)" : name(&random), shape: .random(&random, depth: count > 9 ? 9 : depth),
                isOptional: Bool.random(using: &random))
        }
    }

    static func name(_ random: inout SeededRandom) -> String {
        let names = [
            "a", "b", "id", "oneTwo", "one_two", "publishedAt", "published_at", "", "ä", "a\"b", "_x", "URL", "super",
            "a_longer_name_with_words", "1", "😀",
        ]
        return names.randomElement(using: &random) ?? ""
    }
}

/// What a shape reads.
indirect enum ShapedValue: Equatable {
    case null
    case text(String)
    case list([ShapedValue])
    case fields([String: ShapedValue])
}

/// Passes ``Shaped`` its shape. `@unchecked Sendable`: a decoder has one of its own and runs on one thread.
final class ShapeHolder: @unchecked Sendable {
    var shape: Shape

    init(_ shape: Shape) { self.shape = shape }

    static let key = CodingUserInfoKey(rawValue: "shape").unsafelyUnwrapped
}

struct AnyKey: CodingKey, Hashable {
    let stringValue: String
    let intValue: Int?

    init(_ name: String) { self.init(stringValue: name) }
    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }
    init?(intValue: Int) { nil }
}

/// A value whose type is a shape.
struct Shaped: Decodable, Equatable {
    let value: ShapedValue

    init(from decoder: any Decoder) throws {
        let holder = try #require(decoder.userInfo[ShapeHolder.key] as? ShapeHolder)
        let shape = holder.shape
        // The next value of the same dictionary has the same shape.
        defer { holder.shape = shape }
        value = try Self.read(shape, from: decoder, holder)
    }

    private static func read(_ shape: Shape, from decoder: any Decoder, _ holder: ShapeHolder) throws -> ShapedValue {
        func single<Value: Decodable>(_ type: Value.Type) throws -> ShapedValue {
            .text("\(try decoder.singleValueContainer().decode(type))")
        }
        switch shape {
        case .bool: return try single(Bool.self)
        case .int: return try single(Int.self)
        case .uint8: return try single(UInt8.self)
        case .int128: return try single(Int128.self)
        case .double: return try single(Double.self)
        case .float: return try single(Float.self)
        case .text: return try single(String.self)
        case .date:
            return .text("\(try decoder.singleValueContainer().decode(Date.self).timeIntervalSinceReferenceDate)")
        case .data: return .text(try decoder.singleValueContainer().decode(Data.self).base64EncodedString())
        case .url: return try single(URL.self)
        case .decimal: return try single(Decimal.self)
        case .uuid: return try single(UUID.self)
        case .optional(let shape):
            holder.shape = shape
            return try decoder.singleValueContainer().decode(Shaped?.self)?.value ?? .null
        case .array(let shape):
            return try list(of: shape, from: decoder, holder)
        case .elements(let shape):
            return .list(try elements(of: shape, from: decoder.unkeyedContainer(), holder))
        case .dictionary(let shape):
            holder.shape = shape
            return .fields(try decoder.singleValueContainer().decode([String: Shaped].self).mapValues(\.value))
        case .object(let fields):
            return .fields(try read(fields, from: decoder.container(keyedBy: AnyKey.self), holder))
        case .nested(let name, let fields):
            let container = try decoder.container(keyedBy: AnyKey.self)
            return .fields(
                try read(fields, from: container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey(name)), holder))
        case .parent(let name, let shape):
            let container = try decoder.container(keyedBy: AnyKey.self)
            let parent =
                try name.map { try container.superDecoder(forKey: AnyKey($0)) } ?? container.superDecoder()
            return try read(shape, from: parent, holder)
        case .keys:
            let container = try decoder.container(keyedBy: AnyKey.self)
            return .text("\(container.allKeys.map(\.stringValue).sorted())")
        }
    }

    /// Through the decoder's own way for arrays. What is shaped inside of an element takes its shape along.
    private static func list(of shape: Shape, from decoder: any Decoder, _ holder: ShapeHolder) throws -> ShapedValue {
        let container = try decoder.singleValueContainer()
        switch shape {
        case .text: return .list(try container.decode([String].self).map(ShapedValue.text))
        case .int: return .list(try container.decode([Int].self).map { .text("\($0)") })
        case .double: return .list(try container.decode([Double].self).map { .text("\($0)") })
        case .bool: return .list(try container.decode([Bool?].self).map { .text("\($0 as Any)") })
        case .url: return .list(try container.decode([URL].self).map { .text("\($0)") })
        default: return .list(try elements(of: shape, from: decoder.unkeyedContainer(), holder))
        }
    }

    private static func elements(
        of shape: Shape, from container: any UnkeyedDecodingContainer, _ holder: ShapeHolder
    ) throws -> [ShapedValue] {
        var container = container
        var elements: [ShapedValue] = []
        while !container.isAtEnd {
            holder.shape = shape
            elements.append(try container.decode(Shaped.self).value)
        }
        return elements
    }

    private static func read(
        _ fields: [Shape.Field], from container: KeyedDecodingContainer<AnyKey>, _ holder: ShapeHolder
    ) throws -> [String: ShapedValue] {
        var values: [String: ShapedValue] = [:]
        for field in fields {
            let key = AnyKey(field.name)
            holder.shape = field.shape
            switch field.shape {
            case .text where field.isOptional:
                values[field.name] = try container.decodeIfPresent(String.self, forKey: key).map(ShapedValue.text)
            case .int where field.isOptional:
                values[field.name] = try container.decodeIfPresent(Int.self, forKey: key).map { .text("\($0)") }
            case .text: values[field.name] = .text(try container.decode(String.self, forKey: key))
            case .int: values[field.name] = .text("\(try container.decode(Int.self, forKey: key))")
            case .double: values[field.name] = .text("\(try container.decode(Double.self, forKey: key))")
            case .date:
                values[field.name] = .text("\(try container.decode(Date.self, forKey: key).timeIntervalSince1970)")
            default:
                values[field.name] =
                    field.isOptional
                    ? try container.decodeIfPresent(Shaped.self, forKey: key)?.value
                    : try container.decode(Shaped.self, forKey: key).value
            }
        }
        return values
    }
}
