import Foundation
import FuzzInput
import HTTPTypes

@testable import FreshetHTTP

/// Fuzzes stored parts of bodies and range fields.
///
/// Parts in any order must give the same bytes, and no field may give a range outside of the body.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(bytes, count)
    let length = 1 + Int(input.byte())
    let whole = Data((0..<length).map { UInt8(truncatingIfNeeded: $0) })
    var (parts, stored) = (StoredParts(0..<0, length: length), Data())
    var isStored = [Bool](repeating: false, count: length)
    for _ in 0..<Int(input.byte()) % 12 {
        let start = Int(input.byte()) % length
        let end = start + 1 + Int(input.byte()) % (length - start)
        (parts, stored) = parts.adding(start..<end, whole[start..<end], to: stored)
        for index in start..<end { isStored[index] = true }
    }
    check(parts.areSound(for: stored), "\(parts)")
    check(stored == Data(whole.indices.filter { isStored[$0] }.map { whole[$0] }), "\(parts) has other bytes")
    if let missing = parts.missing {
        check(!missing.isEmpty && !isStored[missing.lowerBound] && !isStored[missing.upperBound - 1], "\(missing)")
        let all = parts.adding(missing, whole[missing], to: stored)
        check(all.parts.isComplete && all.bytes == whole, "\(parts) is not completed by \(missing)")
    } else {
        check(stored == whole, "\(parts) is no whole")
    }

    let lines = input.text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    if case .part(let range)? = ByteRange.outcome(of: lines[0], length: length) {
        check(!range.isEmpty && range.lowerBound >= 0 && range.upperBound <= length, "\(lines[0]): \(range)")
        let isThere = isStored[range].allSatisfy { $0 }
        check(parts.contains(range) == isThere, "\(range) of \(parts)")
        check(parts.bytes(range, of: stored) == (isThere ? whole[range] : nil), "\(range) of \(parts)")
        let head = ByteRange.head(of: HTTPResponse(status: .ok), .part(range), length: length)
        let part = ContentRange(of: head)
        check(part?.range == range && part?.length == length, "\(head) is read as \(part as Any)")
    }
    guard lines.count > 1 else { return 0 }
    if let part = ContentRange(lines[1]) {
        check(!part.range.isEmpty && part.range.upperBound <= part.length, "\(lines[1]): \(part)")
    }
    guard lines.count > 2 else { return 0 }
    let tags = EntityTag.list(lines[2])
    let written = tags.map { ($0.isWeak ? "W/" : "") + $0.name }.joined(separator: ", ")
    check(EntityTag.list(written) == tags, "\(tags) is written as \(written)")
    check(tags.allSatisfy { !$0.name.isEmpty }, "\(lines[2]) has an empty tag")
    return 0
}
