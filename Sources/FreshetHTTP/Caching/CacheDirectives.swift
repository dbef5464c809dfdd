import HTTPTypes

/// The directives of `Cache-Control` fields, as they were written.
///
/// Names are compared ignoring case, and an argument may be a token or a quoted text (RFC 9111
/// §5.2). If a directive occurs twice, the first one counts (§4.2.1), except for `no-cache`, of
/// which all count. Malformed directives are ignored.
struct CacheDirectives {
    /// The directives that a private cache knows. All others are ignored, so that a long list of
    /// them takes no time.
    private static let known: Set<String> = [
        "immutable", "max-age", "max-stale", "min-fresh", "must-revalidate", "must-understand", "no-cache", "no-store",
        "only-if-cached", "private", "public", "stale-if-error", "stale-while-revalidate",
    ]

    /// The known directives with their arguments. There are so few that a linear search is faster
    /// than hashing.
    private var directives: [(name: String, argument: String?)] = []
    /// Whether there are no directives at all, known or unknown.
    private(set) var isEmpty = true

    init(_ fields: HTTPFields) {
        guard let text = fields.value(of: .cacheControl) else { return }
        for element in FieldList.elements(of: text) {
            let parts = element.utf8.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = FieldList.trim(Substring(parts[0])).lowercased()
            guard !name.isEmpty else { continue }
            isEmpty = false
            guard Self.known.contains(name) else { continue }
            let argument = parts.count > 1 ? FieldList.unquote(FieldList.trim(Substring(parts[1]))) : nil
            guard let index = directives.firstIndex(where: { $0.name == name }) else {
                directives.append((name, argument))
                continue
            }
            guard name == "no-cache" else { continue }
            // Several are as strict as the strictest of them: they exclude all named fields, or the
            // whole response.
            if let first = directives[index].argument, !first.isEmpty, let argument, !argument.isEmpty {
                directives[index].argument = "\(first),\(argument)"
            } else {
                directives[index].argument = nil
            }
        }
    }

    func has(_ name: String) -> Bool { directives.contains { $0.name == name } }

    /// Returns the argument of a directive; `nil` if the directive or its argument is missing.
    func argument(_ name: String) -> String? { directives.first { $0.name == name }?.argument }

    /// Returns the argument as a duration; `nil` if it is missing or malformed.
    func seconds(_ name: String) -> Duration? {
        argument(name).flatMap(DeltaSeconds.duration)
    }

    /// Returns the names that the argument lists, in lowercase.
    func names(_ name: String) -> Set<String> {
        guard let argument = argument(name) else { return [] }
        return Set(FieldList.elements(of: argument).map { $0.lowercased() }.filter { !$0.isEmpty })
    }
}

/// A time in whole seconds, as header fields contain it (RFC 9111 §1.2.2).
enum DeltaSeconds {
    /// The largest value, which stands for all larger numbers.
    static let limit = Duration.seconds(1 << 31)

    static func duration(_ text: String) -> Duration? {
        guard text.isDecimal else { return nil }
        // Only a number that is too large can't be converted.
        return Int64(text).map { min(.seconds($0), limit) } ?? limit
    }
}
