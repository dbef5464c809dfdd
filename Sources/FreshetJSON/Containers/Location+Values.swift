import Foundation
import FreshetText

extension Location {
    @inline(__always)
    func scalar<Value: Scalar>(_ type: Value.Type) throws -> Value {
        guard let value = Value.read(node, in: index) else { throw error(type) }
        return value
    }

    @inline(__always)
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if Value.self == String.self { return retyped(try scalar(String.self)) }
        if Value.self == Int.self { return retyped(try scalar(Int.self)) }
        return try decode(type, index.types.note(on: type))
    }

    func decode<Value: Decodable>(_ type: Value.Type, _ note: TypeNotes.Note) throws -> Value {
        switch note {
        case .plain: try Value(from: self)
        case .readable(let readable): try read(readable)
        case .date: retyped(try date())
        case .data: retyped(try data())
        case .url: retyped(try url())
        case .decimal: retyped(try decimal())
        }
    }

    private func read<Type: JSONReadable, Value>(_ type: Type.Type) throws -> Value {
        retyped(try Type(json: JSONValue(location: self)))
    }

    func date() throws -> Date {
        if let date = index.date(node) { return date }
        if index.isNull(node) { throw error(Date.self) }
        switch index.options.dateDecodingStrategy {
        case .deferredToDate, .secondsSince1970, .millisecondsSince1970: throw error(Double.self)
        case .iso8601, .internet: break
        case .custom(let read): return try read(self)
        case .formatted(let formatter):
            if let date = formatter.date(from: try scalar(String.self)) { return date }
        }
        throw corrupted("\"\(try scalar(String.self).prefix(40))\" is not a date in the expected format.")
    }

    func data() throws -> Data {
        if index.isNull(node) { throw error(Data.self) }
        switch index.options.dataDecodingStrategy {
        case .deferredToData: return try Data(from: self)
        case .custom(let read): return try read(self)
        case .base64:
            guard let data = Data(base64Encoded: try scalar(String.self)) else {
                throw corrupted("The string isn't Base64.")
            }
            return data
        }
    }

    func url() throws -> URL {
        if index.isNull(node) { throw error(URL.self) }
        guard let url = AddressText.url(try scalar(String.self)) else { throw corrupted("The string isn't a URL.") }
        return url
    }

    func decimal() throws -> Decimal {
        let entry = index.entry(node)
        guard entry.kind.isNumber else { throw error(Decimal.self) }
        guard let decimal = Decimal(string: index.bytes.string(at: entry.start, count: entry.count), locale: nil) else {
            throw error(Decimal.self)
        }
        return decimal
    }
}
