import Foundation
import FreshetCore
import FreshetHTTP
import HTTPTypes

/// Removes a request's secrets from the log of its exchange.
///
/// The service's ``SecretNames`` decide what is secret. Values that the request carries under such
/// names are removed from the rest of the exchange as well, because servers repeat them.
struct RequestRedaction: Sendable {
    /// The length, in bytes, of the shortest value that is searched for in the rest of the
    /// exchange.
    private static let valueLimit = 8

    private let names: SecretNames
    private let values: [String]

    /// - Parameter body: The request body as text, if it is known and short, and whether it is a
    ///   form.
    init(_ request: TransportRequest, body: (text: String, isForm: Bool)? = nil) {
        names = request.secretNames
        var values = Set(request.unnamedSecrets)
        for field in request.head.headerFields where names.contains(field.name) {
            values.formUnion(Self.parts(of: field.value))
        }
        var scanned: [(text: String, SecretScanner)] = []
        var address = SecretScanner(request.head.path ?? "", names: names)
        address.scanAddress()
        scanned.append((request.head.path ?? "", address))
        if let body {
            var scanner = SecretScanner(body.text, names: names)
            body.isForm ? scanner.scanItems() : scanner.scanText()
            scanned.append((body.text, scanner))
        }
        for (text, scanner) in scanned {
            for case let find in scanner.finds where find.range.count >= Self.valueLimit {
                let value = String(decoding: Array(text.utf8)[find.range], as: UTF8.self)
                values.insert(value)
                values.insert(value.removingPercentEncoding ?? value)
            }
        }
        self.values = values.filter { !$0.isEmpty }.flatMap { value in
            var encoded = ""
            PercentEncoding.append(value, to: &encoded)
            return encoded == value ? [value] : [value, encoded]
        }
    }

    /// Returns the parts of a field value that may be secret: the text after the scheme, and cookie
    /// values.
    private static func parts(of value: String) -> [String] {
        var parts = value.split { $0.isWhitespace || $0 == ";" || $0 == "," }
        // Digest's other parameters aren't secret, and one of them is the path (RFC 7616 §3.4).
        if parts.first?.lowercased() == "digest" { parts = parts.filter { $0.hasPrefix("response=") } }
        let values = parts.map { part in
            let words = part.split(separator: "=", maxSplits: 1)
            // The `==` at the end of `abc==` is padding, not a separator.
            let last = words.last.map { $0.allSatisfy { $0 == "=" } ? words[0] : $0 } ?? part
            return last.trimmingCharacters(in: ["\""])
        }
        return (values + [value]).filter { $0.utf8.count >= valueLimit }
    }

    // MARK: - Texts without secrets

    func address(_ text: String) -> LogText {
        text.withoutFinds(names) {
            $0.scanAddress()
        } values: {
            values
        }
    }

    func field(_ field: HTTPField) -> LogText {
        let name = field.name.rawName
        guard !names.contains(field.name) else { return LogText([.secret(name: name)]) }
        return field.value.withoutFinds(names) {
            $0.scanText()
        } values: {
            values
        }
    }

    /// - Parameters:
    ///   - isForm: Whether the text is a form (`application/x-www-form-urlencoded`).
    ///   - isCut: Whether the text may end in the middle of a value.
    func body(_ text: String, isForm: Bool, isCut: Bool = false) -> LogText {
        var scanner = SecretScanner(text, names: names, isCut: isCut)
        isForm ? scanner.scanItems() : scanner.scanText()
        scanner.scan(for: values)
        return LogText(text, without: scanner.finds)
    }
}

extension String {
    fileprivate func withoutFinds(
        _ names: SecretNames, _ scan: (inout SecretScanner) -> Void, values: () -> [String]
    ) -> LogText {
        var scanner = SecretScanner(self, names: names)
        scan(&scanner)
        scanner.scan(for: values())
        return LogText(self, without: scanner.finds)
    }
}
