import Foundation
import FuzzInput

@testable import FreshetStreams

/// Fuzzes the scanners of lines, NDJSON, JSON text sequences and multipart bodies, whose parts must not depend on the
/// chunks.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(bytes, count)
    let formats: [PartScanner.Format] = [.lines, .filledLines, .sequence, .multipart(boundary: "b")]
    let format = formats[Int(input.byte()) % formats.count]
    let limit = 8 + Int(input.byte())
    let cuts = (0..<4).map { _ in Int(input.byte()) + 1 }
    let body = input.data
    let whole = parts(in: [body], format, limit: limit)
    let cut = parts(in: body.cut(by: cuts), format, limit: limit)
    check(whole.parts == cut.parts && whole.failed == cut.failed, "\(whole) is \(cut) when it is cut by \(cuts)")
    for part in whole.parts { check(part.count <= limit, "\(part.count) bytes are more than \(limit)") }
    switch format {
    case .lines where !whole.failed:
        check(whole.parts.allSatisfy { !$0.contains(UInt8(ascii: "\n")) }, "\(whole.parts)")
        let written = Data(whole.parts.flatMap { $0 + [UInt8(ascii: "\n")] })
        let again = parts(in: [written], format, limit: .max)
        // A byte order mark at the start does not belong to the first line, but a second one does.
        let isMarked = written.starts(with: [0xEF, 0xBB, 0xBF])
        // A CR before the LF belongs to the line ending.
        let endsWithReturn = whole.parts.contains { $0.last == UInt8(ascii: "\r") }
        let isSame = isMarked || endsWithReturn || again.parts == whole.parts
        check(isSame, "\(whole.parts) is read again as \(again.parts)")
    case .filledLines: check(!whole.parts.contains(Data()), "\(whole.parts)")
    default: break
    }
    return 0
}

private struct Parts {
    var parts: [Data] = []
    var failed = false
}

private func parts(in chunks: [Data], _ format: PartScanner.Format, limit: Int) -> Parts {
    var scanner = PartScanner(format, limit: limit)
    var result = Parts()
    do {
        for chunk in chunks {
            scanner.append(chunk)
            while let part = try scanner.next() { result.parts.append(part) }
        }
        if let last = scanner.end() { result.parts.append(last) }
    } catch {
        result.failed = true
    }
    return result
}
