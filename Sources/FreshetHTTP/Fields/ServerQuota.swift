package import HTTPTypes
import RawStructuredFieldValues

/// The number of requests that a server still accepts until its limit resets, as a response reports
/// it.
///
/// It is read from `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10):
///
/// ```
/// RateLimit-Policy: "burst";q=10;w=1, "daily";q=5000;w=86400
/// RateLimit: "burst";r=7;t=1, "daily";r=4200;t=30000
/// ```
package struct ServerQuota: Sendable, Hashable {
    /// The number of requests, zero or more.
    package var remaining: Int
    /// The time from the receipt of the response to the reset, zero or more. A server may send any
    /// number of seconds.
    package var wait: Duration

    package init(remaining: Int, wait: Duration) {
        self.remaining = remaining
        self.wait = wait
    }

    /// Returns the strictest of the limits that a response reports.
    ///
    /// This is the one with the fewest remaining requests. If there are several, it is the one that
    /// resets last.
    ///
    /// A limit without `t` resets after the window of its policy; if both are missing, the limit is
    /// ignored. A limit that counts something other than requests (`qu`) is ignored as well, unless
    /// nothing of it remains. A member that violates the draft is ignored, and a field that isn't a
    /// list is ignored completely (RFC 9651 §4.2). Partition keys (`pk`) aren't compared: a limit
    /// applies to all requests.
    package static func strictest(in fields: HTTPFields) -> ServerQuota? {
        guard let members = StructuredField.items(fields, .rateLimit) else { return nil }
        let policies = policies(in: fields)
        let quotas = members.compactMap { name, parameters -> ServerQuota? in
            guard let remaining = parameters.count("r") else { return nil }
            let policy = policies[name]
            guard policy?.countsRequests != false || remaining == 0 else { return nil }
            guard let seconds = parameters["t"] == nil ? policy?.window : parameters.count("t") else { return nil }
            return ServerQuota(remaining: Int(clamping: remaining), wait: .seconds(seconds))
        }
        return quotas.min { $0.remaining == $1.remaining ? $0.wait > $1.wait : $0.remaining < $1.remaining }
    }

    private static func policies(in fields: HTTPFields) -> [String: (window: Int64?, countsRequests: Bool)] {
        let members = StructuredField.items(fields, .rateLimitPolicy) ?? []
        let policies = members.map { name, parameters in
            let unit = parameters["qu"]
            return (name, (parameters.count("w"), unit == nil || unit == .string("requests")))
        }
        return Dictionary(policies) { $1 }
    }
}

extension StructuredField {
    /// Reads a list of strings with parameters; `nil` if the field is missing or isn't a list.
    /// Other members are left out.
    fileprivate static func items(
        _ fields: HTTPFields, _ name: HTTPField.Name
    ) -> [(String, OrderedMap<String, RFC9651BareItem>)]? {
        guard let text = fields.value(of: name), let members = list(text) else { return nil }
        return members.compactMap { member in
            guard case .item(let item) = member, case .string(let name) = item.rfc9651BareItem else { return nil }
            return (name, item.rfc9651Parameters)
        }
    }
}

extension OrderedMap<String, RFC9651BareItem> {
    /// Returns a parameter that is an integer of zero or more; otherwise `nil`.
    fileprivate func count(_ name: String) -> Int64? {
        guard case .integer(let number)? = self[name], number >= 0 else { return nil }
        return Int64(number)
    }
}

extension HTTPField.Name {
    static let rateLimit = Self("RateLimit")!
    fileprivate static let rateLimitPolicy = Self("RateLimit-Policy")!
}
