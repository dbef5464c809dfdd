import Foundation
import FuzzInput

@testable import FreshetStreams

/// Fuzzes the parsers of event streams and lines.
///
/// Events and lines must not depend on how the bytes are cut into chunks, and an event that is written again must
/// read the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(bytes, count)
    let limit = 8 + Int(input.byte())
    let cuts = (0..<4).map { _ in Int(input.byte()) + 1 }
    let text = input.data
    let whole = events(in: [text], limit: limit)
    let cut = events(in: text.cut(by: cuts), limit: limit)
    check(whole.events == cut.events && whole.failed == cut.failed, "\(whole) is \(cut) when it is cut by \(cuts)")
    check(whole.lastID == cut.lastID && whole.retry == cut.retry, "\(whole) is \(cut) when it is cut by \(cuts)")
    for event in whole.events {
        check(!event.name.isEmpty && event.id != "" && event.id?.contains("\0") != true, "\(event)")
        check(event.value.utf8.count <= 3 * limit, "\(event) is too long for \(limit)")
    }
    let written = whole.events.map(text(of:)).joined()
    let again = events(in: [Data(written.utf8)], limit: .max)
    check(again.events == whole.events, "\(whole.events) is written as \(written)")
    return 0
}

private struct Events {
    var events: [ServerEvent<String>] = []
    var lastID = ""
    var retry: Duration?
    var failed = false
}

private func events(in chunks: [Data], limit: Int) -> Events {
    var parser = ServerEventParser(limit: limit)
    var result = Events()
    do {
        for chunk in chunks {
            parser.append(chunk)
            while let event = try parser.next() { result.events.append(event) }
        }
    } catch {
        result.failed = true
    }
    result.lastID = parser.lastEventID
    result.retry = parser.retryDelay
    return result
}

/// Returns the text of an event with all of its fields. An id applies until the next one, so each event has an `id`
/// line.
private func text(of event: ServerEvent<String>) -> String {
    // A CR in the data can't be written, since it ends a line. The parser returns none.
    let lines = event.value.split(separator: "\n", omittingEmptySubsequences: false).map { "data: \($0)\n" }
    return "event: \(event.name)\nid: \(event.id ?? "")\n\(lines.joined())\n"
}
