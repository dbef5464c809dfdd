import Foundation
import FuzzInput
import HTTPTypes

@testable import FreshetHTTP

/// Fuzzes the rules of the cache and of retries with the fields of a request and of its response.
///
/// The input has one field a line, and a blank line between request and response.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(bytes, count)
    let status = 100 + input.number() % 500
    let policy = policies[Int(input.byte()) % policies.count]
    let elapsed = TimeInterval(input.number()) * (input.byte() & 1 == 0 ? 1 : -1)
    let parts = input.text.split(separator: "\n\n", maxSplits: 1, omittingEmptySubsequences: false)
    let request = CacheRequest(headers: fields(parts[0]), policy: policy)
    let head = HTTPResponse(status: .init(code: status), headerFields: fields(parts.count > 1 ? parts[1] : ""))

    let sent = Date(timeIntervalSince1970: 1_760_000_000)
    let kept = FieldUpdate.kept(head.headerFields)
    let selectors = Variants.selectors(vary: head.headerFields, request: request.headers)
    let stored = StoredResponse(
        status: status, headers: kept, requestTime: sent, responseTime: sent.addingTimeInterval(1),
        selectors: selectors ?? [:])
    let now = sent.addingTimeInterval(elapsed)

    let freshness = Freshness(of: stored, now: now, rules: CacheRules())
    check(freshness.age >= .zero && freshness.lifetime >= .zero, "time runs backwards: \(freshness)")
    if case .stored = Storability(of: head, to: request) {
        check(!request.directives.noStore, "stored against the request")
        check(selectors != nil, "stored though it depends on more than fields")
        check((try? StoredRoundTrip.again(stored)) == written(stored), "not what was stored")
        check(Variants.selected(from: [stored], for: request.headers) == 0, "its own request does not select it")
    }
    let decision = CacheDecision(request: request, stored: stored, now: now, rules: CacheRules())
    check(!decision.reason.isEmpty, "no reason")
    switch decision {
    case .serveFresh where policy == .automatic:
        check(freshness.isFresh && !request.directives.noCache, "served fresh: \(freshness)")
    case .fetch, .revalidate:
        check(policy != .cacheOnly, "asked though it may not")
    default: break
    }
    let confirmed = FieldUpdate.confirmed(stored, by: head, requestTime: now, responseTime: now)
    if let confirmed { check(confirmed.status == stored.status, "a 304 changes no status") }

    let length = abs(Int(elapsed))
    if case .part(let range)? = ByteRange.outcome(of: request.headers[.range] ?? "", length: length) {
        check(!range.isEmpty && range.upperBound <= length, "a part outside of the whole: \(range)")
    }
    if let retryAfter = RetryAfter(head, now: now) { check(retryAfter.wait >= .zero, "a wait that is past") }
    return 0
}

/// Returns the response without the fields that a store never writes.
private func written(_ stored: StoredResponse) -> StoredResponse {
    var written = stored
    for name in ["Set-Cookie", "Set-Cookie2"] { written.headers[HTTPField.Name(name)!] = nil }
    return written
}

private let policies: [CachePolicy] = [
    .automatic, .bypass, .reload, .revalidate, .cacheElseLoad, .cacheOnly, .lifetime(.seconds(60)),
]

private func fields(_ text: some StringProtocol) -> HTTPFields {
    var fields: HTTPFields = [:]
    for line in text.split(separator: "\n") {
        let parts = line.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let name = HTTPField.Name(String(parts[0])) else { continue }
        fields.append(HTTPField(name: name, value: String(parts[1])))
    }
    return fields
}

/// Encodes a response as JSON and decodes it again, as a store does.
private enum StoredRoundTrip {
    static func again(_ stored: StoredResponse) throws -> StoredResponse {
        try JSONDecoder().decode(StoredResponse.self, from: JSONEncoder().encode(stored))
    }
}
