import Foundation
import FreshetJSON

/// The result of decoding: a value, or the parts of an error that are compared.
enum Outcome<Value: Equatable>: Equatable, CustomStringConvertible {
    case value(Value)
    case failure(String, path: [String])

    init(_ decode: () throws -> Value) {
        do { self = .value(try decode()) } catch let error as DecodingError {
            self =
                switch error {
                case .typeMismatch(_, let context): .failure("typeMismatch", path: Self.names(context))
                case .valueNotFound(_, let context): .failure("valueNotFound", path: Self.names(context))
                case .keyNotFound(let key, let context):
                    .failure("keyNotFound \(key.stringValue)", path: Self.names(context))
                case .dataCorrupted(let context): .failure("dataCorrupted", path: Self.names(context))
                @unknown default: .failure("unknown", path: [])
                }
        } catch {
            self = .failure("\(error)", path: [])
        }
    }

    var isFailure: Bool {
        if case .failure = self { return true }
        return false
    }

    private static func names(_ context: DecodingError.Context) -> [String] {
        context.codingPath.map { "\($0.stringValue)/\($0.intValue.map(String.init) ?? "")" }
    }

    var description: String {
        switch self {
        case .value(let value): "\(value)"
        case .failure(let kind, let path): "\(kind) at \(path)"
        }
    }

    /// Returns whether this outcome equals that of `JSONDecoder`, except for the differences that the guide JSON
    /// lists.
    ///
    /// `JSONDecoder` omits the coding path of numbers out of range, or its last keys for invalid dates.
    func agrees(with standard: Outcome) -> Bool {
        if case .failure("dataCorrupted", let path) = standard, case .failure("dataCorrupted", let ours) = self {
            return ours.starts(with: path)
        }
        return self == standard
    }
}

/// Foundation's decoder and FreshetJSON's, with the same strategies.
struct BothDecoders {
    var standard = JSONDecoder()
    var ours = FreshetJSONDecoder()

    func outcomes<Value: Decodable & Equatable>(
        of type: Value.Type, from body: Data
    ) -> (ours: Outcome<Value>, standard: Outcome<Value>) {
        (Outcome { try ours.decode(type, from: body) }, Outcome { try standard.decode(type, from: body) })
    }
}
