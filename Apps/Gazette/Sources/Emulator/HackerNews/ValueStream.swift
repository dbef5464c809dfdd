import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// A stream of a database value as Firebase events: the whole value first, then each change.
struct ValueStream: Sendable {
    /// The maximum time in seconds between the events of a stream, after which a keep-alive event is sent.
    private static let keepAlive = 30.0
    /// The interval in seconds at which the contents change.
    private static let step = 60.0

    let now: @Sendable () -> Date
    let sleep: @Sendable (Duration) async throws -> Void
    let value: @Sendable (Date) -> JSONText

    /// The streamed response, which ends when the client disconnects or the server stops.
    var response: Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "text/event-stream", .cacheControl: "no-cache", .accelBuffering: "no",
            ],
            body: ResponseBody { writer in
                try await write(to: &writer)
                try await writer.finish(nil)
            })
    }

    @concurrent private func write(to writer: inout any ResponseBodyWriter) async throws {
        var shown = value(now())
        try await writer.write(ByteBuffer(string: Self.event("put", at: "/", shown)))
        while await pause() {
            let next = value(now())
            try await writer.write(ByteBuffer(string: Self.event(from: shown, to: next)))
            shown = next
        }
    }

    /// Waits until the value may have changed, and returns whether the stream continues.
    private func pause() async -> Bool {
        let rest = Self.step - now().timeIntervalSince1970.truncatingRemainder(dividingBy: Self.step)
        let length = Duration.seconds(min(rest + 0.01, Self.keepAlive))
        do { try await cancelWhenGracefulShutdown { try await sleep(length) } } catch { return false }
        return !Task.isCancelled
    }

    /// Returns the event for a change: the changed elements of a list or the whole value, or a keep-alive event.
    static func event(from old: JSONText, to new: JSONText) -> String {
        guard old != new else { return "event: keep-alive\ndata: null\n\n" }
        guard case .array(let before) = old, case .array(let after) = new, before.count == after.count else {
            return event("put", at: "/", new)
        }
        let changed = zip(before, after).enumerated().filter { $0.element.0 != $0.element.1 }
        if changed.count == 1 { return event("put", at: "/\(changed[0].offset)", changed[0].element.1) }
        guard changed.count * 2 < after.count else { return event("put", at: "/", new) }
        return event("patch", at: "/", .object(changed.map { (String($0.offset), $0.element.1) }))
    }

    private static func event(_ name: String, at path: String, _ data: JSONText) -> String {
        "event: \(name)\ndata: \(JSONText.object([("path", .string(path)), ("data", data)]).text)\n\n"
    }
}

extension HTTPField.Name {
    // swift-format-ignore: NeverForceUnwrap
    fileprivate static let accelBuffering = Self("X-Accel-Buffering")!
}
