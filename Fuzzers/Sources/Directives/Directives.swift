import Foundation
import FuzzInput
import HTTPTypes

@testable import FreshetHTTP

/// Fuzzes `Cache-Control` of requests and responses.
///
/// Equivalent spellings must give the same directives, and the directives that a policy adds must be readable.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = FuzzInput(bytes, count).text
    // Transports reject control characters.
    guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return 0 }
    let fields: HTTPFields = [.cacheControl: text]
    let response = ResponseDirectives(fields)
    let request = RequestDirectives(fields)
    for time in [response.maxAge, response.staleIfError, response.staleWhileRevalidate] + times(request) {
        check(time.map { $0 >= .zero && $0 <= DeltaSeconds.limit } ?? true, "\(text): \(time as Any)")
    }
    check(!response.noCache || response.fieldsNotStored.isEmpty, "\(text) is qualified and is not")

    // A quote without an end makes the rest of the field part of its text.
    if !text.utf8.contains(UInt8(ascii: "\"")) {
        // Only ASCII: other letters may change when they are converted to capitals and back.
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            check(ResponseDirectives([.cacheControl: text.uppercased()]) == response, "\(text) in capitals")
        }
        let elements = FieldList.elements(of: text)
        let spaced = elements.joined(separator: "\t, ,  ")
        check(ResponseDirectives([.cacheControl: "x=1 ,\(spaced), y=\"max-age=5\""]) == response, "\(text) with blanks")
        var lines: HTTPFields = [:]
        lines[values: .cacheControl] = elements
        check(elements.isEmpty || RequestDirectives(lines) == request, "\(text) in lines")
    }
    for policy in [CachePolicy.revalidate, .reload] {
        let sent = RequestDirectives([.cacheControl: DirectivesToCaches.value(for: policy, insteadOf: text) ?? ""])
        check(policy == .reload ? sent.noCache : sent.maxAge == .zero, "\(text) hides what \(policy) says")
        check(sent.noStore || !request.noStore, "\(text) loses no-store")
        check(sent.maxStale == nil && sent.minFresh == nil && !sent.onlyIfCached, "\(text) is stronger than \(policy)")
    }
    return 0
}

private func times(_ request: RequestDirectives) -> [Duration?] {
    [request.maxAge, request.minFresh, request.maxStale, request.staleIfError, request.staleWhileRevalidate]
}
