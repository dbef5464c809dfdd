import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The pictures of all services: `/news/<name>/<width>x<height>.png`.
///
/// As in the wild some are closed to strangers, some damaged and some slow. Which one is which follows from its name.
struct PictureRoutes {
    /// The origin under which articles name their pictures.
    static let origin = "https://pictures.gazette.example"

    /// The widths and heights that are painted.
    static let sizes = 16...2048

    /// What becomes of a request for a picture.
    enum Condition: Sendable {
        case good, closed, damaged, slow

        init(name: String) {
            var generator = SeededGenerator("condition of \(name)")
            switch generator.unit() {
            case ..<0.03: self = .closed
            case ..<0.05: self = .damaged
            case ..<0.07: self = .slow
            default: self = .good
            }
        }
    }

    func add(to router: Router<EmulatorContext>) {
        router.get("/news/{name}/{file}") { request, context in
            guard let name = context.parameters.get("name"), let file = context.parameters.get("file"),
                let size = Self.size(of: file)
            else { return Response(status: .notFound) }
            switch Condition(name: name) {
            case .good:
                return Self.answer(to: request, name: name, size: size)
            case .closed:
                return Response(status: .forbidden)
            case .damaged:
                let png = Painting(name: name).png(width: size.width, height: size.height)
                return Self.response(png.prefix(png.count / 3))
            case .slow:
                return try await request.body.consumeWithCancellationOnInboundClose { _ in
                    try await Task.sleep(for: .seconds(3))
                    return Self.answer(to: request, name: name, size: size)
                }
            }
        }
    }

    private static func size(of file: String) -> (width: Int, height: Int)? {
        let parts = file.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1] == "png" else { return nil }
        let numbers = parts[0].split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let width = numbers[0], let height = numbers[1], sizes.contains(width),
            sizes.contains(height)
        else { return nil }
        return (width, height)
    }

    private static func answer(to request: Request, name: String, size: (width: Int, height: Int)) -> Response {
        let tag = "\"\(name)-\(size.width)x\(size.height)\""
        if request.headers[.ifNoneMatch] == tag { return Response(status: .notModified, headers: [.eTag: tag]) }
        var response = response(Painting(name: name).png(width: size.width, height: size.height))
        response.headers[.eTag] = tag
        return response
    }

    private static func response(_ png: Data) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "image/png", .cacheControl: "public, max-age=86400"],
            body: .init(byteBuffer: ByteBuffer(bytes: png)))
    }
}
