import FeedEngine
import HTTPTypes
import Hosts
import Hummingbird
import NIOCore

/// The route of third-party pictures, which are stored with the items of feeds or fetched.
struct PictureRoutes {
    let links: PictureLinks
    let source: PictureSource
    let feeds: FeedLibrary

    func add(to router: TableRouter) {
        router.get("/picture/{signature}/{name}") { _, context in await response(context.parameters) }
    }

    private func response(_ parameters: Parameters) async -> Response {
        guard let signature = parameters.get("signature"), let name = parameters.get("name"),
            let url = links.url(signature: signature, name: name)
        else { return Response(status: .notFound) }
        do {
            let stored = try? await feeds.store.picture(at: url)
            let picture = try await whileServing {
                if let stored { try PictureSource.picture(stored) } else { try await source.picture(at: url) }
            }
            return Response(
                status: .ok,
                headers: [
                    .contentType: picture.type, .cacheControl: "private, max-age=86400",
                    .contentDisposition: "inline",
                    .contentSecurityPolicy: "default-src 'none'; sandbox",
                ],
                body: .init(byteBuffer: ByteBuffer(bytes: picture.data)))
        } catch PictureSource.Refusal.forbidden {
            return Response(status: .forbidden)
        } catch {
            return Response(status: .badGateway)
        }
    }
}
