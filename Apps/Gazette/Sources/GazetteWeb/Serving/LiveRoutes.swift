import Foundation
import Hummingbird
import NIOCore
import ServiceLifecycle

/// The stream of what changes in a page, and the way back for what somebody types and presses.
struct LiveRoutes {
    let registry: PageRegistry
    let heartbeat: Duration

    /// The longest body of an input.
    private static let inputLimit = 4096

    func add(to router: Router<BasicRequestContext>) {
        router.get("/live/{id}") { [registry, heartbeat] request, context in
            guard request.isOwn else { return Response(status: .forbidden) }
            guard let id = context.parameters.get("id"), registry.page(id) != nil else {
                return Response(status: .notFound)
            }
            return Response(
                status: .ok,
                headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
                body: ResponseBody { writer in
                    guard let page = registry.enter(id) else { return }
                    defer { registry.leave(id) }
                    // A stream that is shut down or whose reader is lost ends; the reader comes back, or not.
                    try? await Self.stream(page, heartbeat: heartbeat, to: &writer)
                    try await writer.finish(nil)
                })
        }
        router.post("/live/{id}") { [registry] request, context in
            guard request.isOwn else { return Response(status: .forbidden) }
            guard let page = context.parameters.get("id").flatMap(registry.page) else {
                return Response(status: .notFound)
            }
            guard let buffer = try? await request.body.collect(upTo: Self.inputLimit),
                let input = try? JSONDecoder().decode(
                    PageInput.self, from: Data(buffer.readableBytesView))
            else { return Response(status: .badRequest) }
            return Response(status: await page.handle(input) ? .noContent : .badRequest)
        }
    }

    @concurrent private static func stream(
        _ page: LivePage, heartbeat: Duration, to writer: inout any ResponseBodyWriter
    ) async throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var sent = LivePage.Sent()
        try await writer.write(ByteBuffer(string: "retry: 1000\n\n"))
        for await beat in Beats(signals: await page.signals(), every: heartbeat).cancelOnGracefulShutdown() {
            guard beat == .signal else {
                try await writer.write(ByteBuffer(string: ": here\n\n"))
                continue
            }
            guard let changes = await page.changes(since: &sent) else { return }
            for change in changes {
                let json = String(decoding: try encoder.encode(change), as: UTF8.self)
                try await writer.write(ByteBuffer(string: "data: \(json)\n\n"))
            }
        }
    }
}

/// Signals with a beat in between, wherever there is none for a while.
private struct Beats: AsyncSequence, Sendable {
    enum Element: Sendable {
        case signal, silence
    }

    let signals: AsyncStream<Void>
    let every: Duration

    func makeAsyncIterator() -> AsyncStream<Element>.Iterator {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: .bufferingNewest(2))
        let beating = Task { [every] in
            while !Task.isCancelled {
                try await Task.sleep(for: every)
                continuation.yield(.silence)
            }
        }
        let listening = Task { [signals] in
            for await _ in signals { continuation.yield(.signal) }
            continuation.finish()
        }
        continuation.onTermination = { _ in
            beating.cancel()
            listening.cancel()
        }
        return stream.makeAsyncIterator()
    }
}
