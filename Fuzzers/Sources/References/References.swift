import Foundation
import FuzzInput

@testable import FreshetHTTP
@testable import FreshetText

/// Fuzzes the addresses in texts of servers: what is accepted names the resource of the text, is sent as it is shown,
/// and is read by Foundation without a change.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let parts = FuzzInput(bytes, count).text.split(separator: "\0", maxSplits: 1).map(String.init)
    let text = parts.first ?? ""
    let escaped = AddressText.escaped(text)
    check(AddressText.escaped(escaped) == escaped, "\(escaped) is encoded again")
    let reference = URIReference(text)
    check(reference.text.lowercased() == escaped.lowercased(), "\(escaped) is split into \(reference)")
    check(decoded(escaped.utf8) == decoded(stripped(text)), "\(text) becomes \(escaped)")
    for part in [reference.path, reference.query ?? "", reference.fragment ?? ""] {
        check(AddressText.isEscaped("/" + part) && !part.utf8.contains(UInt8(ascii: "#")), part)
    }
    if let url = AddressText.url(text), escaped.utf8.allSatisfy({ $0 < 0x80 }) {
        check(url.absoluteString == escaped, "\(escaped) is another URL: \(url.absoluteString)")
    }
    if let address = try? WebAddress(text) { judge(address, of: reference) }
    if parts.count > 1, let base = try? WebAddress(text) { judge(parts[1], against: base) }
    return 0
}

/// The bytes of a text without spaces and control characters at both ends, and without tabs and line ends.
private func stripped(_ text: String) -> [UInt8] {
    let rest = text.utf8.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed()
    return rest.filter { ![0x09, 0x0A, 0x0D].contains($0) }
}

/// The bytes for which escapes stand.
private func decoded(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var (rest, result) = (Array(bytes)[...], [UInt8]())
    while let byte = rest.popFirst() {
        let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        if byte == UInt8(ascii: "%"), digits.count == 2 {
            result.append(UInt8(digits[0] << 4 | digits[1]))
            rest = rest.dropFirst(2)
        } else {
            result.append(byte)
        }
    }
    return result
}

/// Checks an address that was read from a reference.
private func judge(_ address: WebAddress, of reference: URIReference) {
    check(address.isSendable, address.text)
    check((try? WebAddress(address.text)) == address, "\(address.text) is read as another address")
    check(URL(string: address.text)?.absoluteString == address.text, "\(address.text) is another URL")
    check(address.query == reference.query, address.text)
    let path = reference.path.isEmpty ? "/" : URIReference.removingDotSegments(reference.path)
    check(address.path == path, address.text)
    check((try? address.resolving(""))?.text == address.text, "\(address.text) is not its own target")
    check((try? address.resolving(address.text)) == address, "\(address.text) is not its own target")
}

/// Checks a reference against what Foundation makes of it.
private func judge(_ text: String, against base: WebAddress) {
    guard let target = try? base.resolving(text) else { return }
    check(target.isSendable, target.text)
    let reference = URIReference(text)
    if reference.scheme == nil, reference.authority == nil {
        check(target.origin == base.origin, "\(text) leads from \(base.text) to \(target.text)")
    }
    if reference.scheme == nil, reference.authority == nil, reference.path.isEmpty {
        check(target.path == base.path && target.query == reference.query ?? base.query, target.text)
    }
}

extension WebAddress {
    /// Whether both transports send the address as it is shown.
    fileprivate var isSendable: Bool {
        WebAddress.isTarget(pathAndQuery) && URIReference.removingDotSegments(path) == path
    }
}
