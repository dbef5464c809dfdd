import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The pictures of all services: `/news/<name>/<width>x<height>.png`, or `.gif`.
///
/// As in the wild some are closed to strangers, some damaged and some slow. Which one is which follows from its name.
struct PictureRoutes {
    /// The origin under which articles name their pictures.
    static let origin = "https://pictures.gazette.example"

    /// The widths and heights that are painted.
    static let sizes = 16...2048
    /// How long a slow picture takes.
    static let delay = Duration.seconds(3)

    /// What becomes of a request for a picture.
    enum Condition: String, Sendable {
        case good, closed, damaged, slow

        /// The pictures named `good`, `closed`, `damaged` and `slow` are so; of all others a few are.
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

    /// A picture as it is asked for.
    private struct Order {
        let name: String
        let width: Int
        let height: Int
        let isGIF: Bool

        init?(name: String, file: String) {
            let parts = file.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, ["png", "gif"].contains(parts[1]) else { return nil }
            let numbers = parts[0].split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
            guard numbers.count == 2, let width = numbers[0], let height = numbers[1],
                PictureRoutes.sizes.contains(width), PictureRoutes.sizes.contains(height)
            else { return nil }
            self.name = name
            self.width = width
            self.height = height
            isGIF = parts[1] == "gif"
        }

        var data: Data {
            let painting = Painting(name: name)
            return isGIF
                ? painting.gif(width: width, height: height) : painting.png(width: width, height: height)
        }

        var contentType: String { isGIF ? "image/gif" : "image/png" }

        /// A name may hold what no header field can, so the tag is made of its hash.
        var tag: String {
            var generator = SeededGenerator("\(name) \(width)x\(height) \(contentType)")
            return "\"\(String(generator.next(), radix: 16))\""
        }
    }

    private let sleep: @Sendable (Duration) async throws -> Void

    init(sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.sleep = sleep
    }

    /// Adds the routes of the pictures.
    func add(to router: Router<EmulatorContext>) {
        router.get("/news/{name}/{file}") { [sleep] request, context in
            guard let name = context.parameters.get("name"), let file = context.parameters.get("file"),
                let order = Order(name: name, file: file)
            else { return Response(status: .notFound) }
            switch Condition(name: name) {
            case .good:
                return Self.answer(to: request, order)
            case .closed:
                return Response(status: .forbidden)
            case .damaged:
                let data = order.data
                return Self.response(data.prefix(data.count / 3), order)
            case .slow:
                return try await context.answerWhileClientWaits(request) { request, _ in
                    try await sleep(Self.delay)
                    return Self.answer(to: request, order)
                }
            }
        }
    }

    private static func answer(to request: Request, _ order: Order) -> Response {
        let known = (request.headers[.ifNoneMatch] ?? "").split(separator: ",").map {
            $0.trimmingCharacters(in: .whitespaces).replacingOccurrences(of: "W/", with: "")
        }
        if known.contains(order.tag) || known == ["*"] {
            return Response(status: .notModified, headers: [.eTag: order.tag])
        }
        var response = response(order.data, order)
        response.headers[.eTag] = order.tag
        return response
    }

    private static func response(_ data: Data, _ order: Order) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: order.contentType, .cacheControl: "public, max-age=86400"],
            body: .init(byteBuffer: ByteBuffer(bytes: data)))
    }
}
