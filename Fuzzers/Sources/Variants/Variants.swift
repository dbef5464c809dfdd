import Foundation
import FuzzInput
import HTTPTypes

@testable import FreshetHTTP

/// Fuzzes the selection of cached responses: the normal forms of `Accept`, `Accept-Encoding` and `Accept-Language`,
/// and `No-Vary-Search`.
///
/// It also covers the parser of structured fields beneath them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // Values as `HTTPField` stores them, without the characters that it replaces.
    let lines = FuzzInput(bytes, count).text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
        .map { HTTPField(name: .accept, value: String($0)).value }
    checkNormalForm(lines[0])
    if lines.count > 1 { checkQuery(lines[1], by: lines.count > 2 ? lines[2] : "") }
    for status in CacheStatus.list(in: [HTTPField.Name("Cache-Status")!: lines[0]]) {
        check(StructuredField.list(lines[0]) != nil, "\(status) of what is no list")
    }
    return 0
}

private func checkNormalForm(_ value: String) {
    for name in [HTTPField.Name.acceptLanguage, .acceptEncoding, .accept] {
        let normal = NormalForm.value(value, of: name)
        // A quote without an end makes the rest of the field part of its text.
        guard !value.utf8.contains(UInt8(ascii: "\"")) else { continue }
        check(NormalForm.value(normal, of: name) == normal, "\(value) as \(normal) is not its own normal form")
        let spaced = FieldList.elements(of: value).joined(separator: " ,\t")
        check(NormalForm.value(spaced, of: name) == normal, "blanks change \(value)")
        let stored = StoredResponse(
            status: 200, headers: [.vary: name.rawName], requestTime: .distantPast, responseTime: .distantPast,
            selectors: Variants.selectors(vary: [.vary: name.rawName], request: [name: value]) ?? [:])
        check(Variants.selected(from: [stored], for: [name: value]) == 0, "\(value) does not select its own")
    }
    guard value.utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\"") }), !hasMalformedWeight(value) else { return }
    check(
        NormalForm.value(value.uppercased(), of: .acceptLanguage) == NormalForm.value(value, of: .acceptLanguage),
        "capitals change \(value)")
}

/// Returns whether an element has an invalid weight, with which it is compared as it is written.
private func hasMalformedWeight(_ value: String) -> Bool {
    FieldList.elements(of: value).contains { element in
        let weights = FieldList.pieces(of: element, separator: ";").filter { $0.lowercased().hasPrefix("q=") }
        // RFC 9110 §12.4.2.
        return weights.count > 1
            || weights.contains { $0.dropFirst(2).wholeMatch(of: /0(\.[0-9]{0,3})?|1(\.0{0,3})?/) == nil }
    }
}

private func checkQuery(_ query: String, by field: String) {
    guard let variance = SearchVariance([.noVarySearch: field]) else { return }
    check(StructuredField.dictionary(field) != nil, "\(field) is no dictionary")
    let essence = variance.essence(of: query)
    check(variance.essence(of: essence) == essence, "\(query) comes to \(essence), which comes to something else")
    check(essence.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "\(essence) is no query")
    let padded = query.split(separator: "&").joined(separator: "&&") + "&"
    check(variance.essence(of: padded) == essence, "\(padded) is not \(query)")
}
