public import Foundation
import FreshetJSON

/// The position and the reason of a decoding failure.
///
/// ```swift
/// if case .decoding(let failure) = error.kind {
///     print("\(failure.codingPath): \(failure.reason)")  // articles[3].publishedAt: …
/// }
/// ```
public struct DecodingFailure: Sendable, Hashable {
    /// The path of the invalid value, such as `articles[3].publishedAt`; empty for the whole body.
    public let codingPath: String
    /// The expected type; `nil` if the decoder doesn't report it.
    public let expectedType: String?
    /// The decoder's description of the problem.
    public let reason: String
    /// The first characters of the body, on one line.
    public let excerpt: String

    /// Makes a decoding failure.
    public init(codingPath: String, expectedType: String?, reason: String, excerpt: String) {
        self.codingPath = codingPath
        self.expectedType = expectedType
        self.reason = reason
        self.excerpt = excerpt
    }

    /// Reads the position and the reason from the error of a decoder.
    ///
    /// Use it if a type skips values that it can't decode, and reports why.
    ///
    /// - Parameters:
    ///   - error: The error. Only a `DecodingError` has a position.
    ///   - body: The decoded bytes, for the excerpt and the position of a syntax error. It may be
    ///     empty.
    public init(_ error: any Error, body: Data) {
        let excerpt = Excerpt.text(of: body)
        guard let error = error as? DecodingError else {
            self.init(codingPath: "", expectedType: nil, reason: "\(error)", excerpt: excerpt)
            return
        }
        switch error {
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            self.init(context, key: nil, expectedType: "\(type)", excerpt: excerpt)
        case .keyNotFound(let key, let context):
            self.init(context, key: key, expectedType: nil, excerpt: excerpt)
        case .dataCorrupted(let context):
            // A path means that the JSON was parsed. Only without one is it worth reading the body again for its fault.
            let fault = context.codingPath.isEmpty ? JSONFault(in: body) : nil
            self.init(context, key: nil, expectedType: nil, excerpt: excerpt, fault: fault)
        @unknown default:
            self.init(codingPath: "", expectedType: nil, reason: "\(error)", excerpt: excerpt)
        }
    }

    private init(
        _ context: DecodingError.Context,
        key: (any CodingKey)?,
        expectedType: String?,
        excerpt: String,
        fault: JSONFault? = nil
    ) {
        var reason = context.debugDescription
        if let fault { reason += " It breaks at line \(fault.line), column \(fault.column)." }
        self.init(
            codingPath: Self.text(of: context.codingPath + (key.map { [$0] } ?? [])),
            expectedType: expectedType,
            reason: reason,
            excerpt: excerpt
        )
    }

    private static func text(of path: [any CodingKey]) -> String {
        path.reduce(into: "") { text, key in
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
    }
}

/// The beginning of a body, for an error message.
package enum Excerpt {
    /// The number of bytes that an excerpt is made from.
    static let length = 120

    /// Returns the first characters on one line, with control characters replaced and an ellipsis
    /// at the end if the body is longer.
    package static func text(of body: Data) -> String {
        let head = String(decoding: body.prefix(length), as: UTF8.self)
        var text = ""
        for scalar in head.unicodeScalars {
            if scalar.properties.isWhitespace {
                if text.last != " " { text.append(" ") }
            } else if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) {
                // A body must not be able to forge lines of a log, or to control the terminal that shows it.
                text.append("\u{FFFD}")
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return body.count > length ? text + "…" : text
    }
}
