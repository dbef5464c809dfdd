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

    let name: String
    let file: PictureFile
    /// The `max-age` of the picture.
    let maxAge: Int

    /// Makes a picture; `nil` if there is no file.
    init?(_ name: String, _ file: PictureFile?, maxAge: Int = 86_400) {
        guard let file else { return nil }
        self.name = name
        self.file = file
        self.maxAge = maxAge
    }

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
            return response(ByteBuffer(bytes: file.data.prefix(file.data.count / 3)))
        case .slow:
            return try await context.respondWhileClientWaits(request) { request, _ in
                try await sleep(PictureRoutes.delay)
                return respond(to: request)
            }
        }
    }

    private func respond(to request: Request) -> Response {
        let tag = file.tag
        if EntityTag.matches(tag, request.headers[.ifNoneMatch]) {
            return Response(status: .notModified, headers: [.eTag: tag])
        }
        var response = response(ByteBuffer(bytes: file.data))
        response.headers[.eTag] = tag
        return response
    }

    private func response(_ body: ByteBuffer) -> Response {
        Response(
            status: .ok, headers: [.contentType: file.type, .cacheControl: "public, max-age=\(maxAge)"],
            body: .init(byteBuffer: body))
    }
}
