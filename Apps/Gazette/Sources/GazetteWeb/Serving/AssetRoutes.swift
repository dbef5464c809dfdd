import HTTPTypes
import Hummingbird
import LivePages
import NIOCore

/// The routes of style sheets, scripts, fonts and icons.
struct AssetRoutes {
    let assets: Assets

    func add(to router: TableRouter) {
        router.get("/assets/{name}") { request, context in
            guard let name = context.parameters.get("name"), let file = assets.file(at: name) else {
                return Response(status: .notFound)
            }
            let packed = request.headers[.acceptEncoding]?.contains("gzip") == true ? file.packed : nil
            var headers: HTTPFields = [
                .contentType: file.type, .cacheControl: "public, max-age=31536000, immutable", .vary: "Accept-Encoding",
            ]
            if packed != nil { headers[.contentEncoding] = "gzip" }
            return Response(
                status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: packed ?? file.data)))
        }
        // At the root, so that the service worker's scope is all pages; a browser requests both repeatedly.
        plain("favicon.ico", type: "image/x-icon", "public, max-age=86400", to: router)
        plain("sw.js", type: "text/javascript; charset=utf-8", "no-cache", to: router)
    }

    /// Adds the route of a file at the root, under its own name.
    private func plain(_ name: String, type: String, _ caching: String, to router: TableRouter) {
        router.get("/\(name)") { _, _ in
            Response(
                status: .ok, headers: [.contentType: type, .cacheControl: caching],
                body: .init(byteBuffer: ByteBuffer(bytes: assets.plain(name))))
        }
    }
}
