import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// A requested picture, and the condition in which it is served.
///
/// As on real servers, some pictures are forbidden, damaged or slow. The name determines which.
struct Picture {
    /// The condition in which a picture is served.
    enum Condition: String, Sendable {
        case good, closed, damaged, slow

        /// Chooses the condition with the given name; for any other name, a hash of it chooses.
        init(name: String) {
            if let condition = Condition(rawValue: name) {
                self = condition
                return
            }
            var generator = SeededGenerator("condition of \(name)")
            switch generator.unit() {
            case ..<0.03: self = .closed
            case ..<0.05: self = .damaged
            case ..<0.07: self = .slow
            default: self = .good
            }
        }
    }

    enum Content {
        case painting(Painting)
        /// One colour, as six hexadecimal digits.
        case colour(String)
    }

    let content: Content
    let width: Int
    let height: Int
    var isGIF = false
    /// The `max-age` of the picture.
    var maxAge = 86_400

    /// Responds to a request as a picture server does.
    func respond(
        to request: Request, _ context: EmulatorContext, sleep: @escaping @Sendable (Duration) async throws -> Void
    ) async throws -> Response {
        switch Condition(name: name) {
        case .good:
            return respond(to: request)
        case .closed:
            return Response(status: .forbidden)
        case .damaged:
            let data = data
            return response(data.prefix(data.count / 3))
        case .slow:
            return try await context.respondWhileClientWaits(request) { request, _ in
                try await sleep(PictureRoutes.delay)
                return respond(to: request)
            }
        }
    }

    private func respond(to request: Request) -> Response {
        if EntityTag.matches(tag, request.headers[.ifNoneMatch]) {
            return Response(status: .notModified, headers: [.eTag: tag])
        }
        var response = response(data)
        response.headers[.eTag] = tag
        return response
    }

    private func response(_ data: Data) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: contentType, .cacheControl: "public, max-age=\(maxAge)"],
            body: .init(byteBuffer: ByteBuffer(bytes: data)))
    }

    private var name: String {
        switch content {
        case .painting(let painting): painting.name
        case .colour(let digits): digits
        }
    }

    private var data: Data {
        switch content {
        case .painting(let painting):
            return isGIF ? painting.gif(width: width, height: height) : painting.png(width: width, height: height)
        case .colour(let digits):
            let value = UInt32(digits, radix: 16) ?? 0
            let (red, green) = (UInt8(truncatingIfNeeded: value >> 16), UInt8(truncatingIfNeeded: value >> 8))
            let colour = (red, green, UInt8(truncatingIfNeeded: value))
            return PNG.encode(
                width: width, height: height, pixels: [UInt8](repeating: 0, count: width * height), palette: [colour])
        }
    }

    private var contentType: String { isGIF ? "image/gif" : "image/png" }

    /// The entity tag: a hash, since a name may contain characters that header fields can't.
    private var tag: String {
        var generator = SeededGenerator("\(name) \(width)x\(height) \(contentType)")
        return "\"\(String(generator.next(), radix: 16))\""
    }
}
