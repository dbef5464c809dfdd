import Hummingbird
import LivePages
import NIOCore
import ServiceLifecycle

/// Writes a document that is sent while its parts load.
struct DocumentWriter {
    let page: LivePage
    let frame: DocumentFrame
    let renderer: Renderer
    let registry: PageRegistry
    /// How long the parts are waited for.
    let seconds: Double
    let isPacked: Bool

    @concurrent func write(to writer: inout any ResponseBodyWriter) async throws {
        // The page lost its holder when the head of the response was made.
        guard registry.enter(page.id) != nil else { return }
        defer { registry.leave(page.id) }
        let pack = isPacked ? GzipStream() : nil
        var texts = DocumentTexts(page: page, frame: frame, renderer: renderer, seconds: seconds)
        try await withGracefulShutdownHandler {
            while let text = await texts.next() {
                let bytes = pack?.packed(text, isLast: texts.isFinished) ?? Array(text.utf8)
                try await writer.write(ByteBuffer(bytes: bytes))
            }
        } onGracefulShutdown: {
            page.release(after: ShutdownTimes.soft)
        }
    }
}
