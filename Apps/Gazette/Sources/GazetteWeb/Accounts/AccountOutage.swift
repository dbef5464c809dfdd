import HTTPTypes
import Hummingbird
import LivePages
import NIOCore

/// Responds to readers whose accounts can't be read, since the database can't be used.
///
/// Where anybody may read, they get the pages that need no account, as guests. Other pages say what is wrong. Nothing
/// that is sent is taken for that of a guest.
struct AccountOutage {
    let desk: PageDesk
    /// Whether anybody may read.
    let isOpen: Bool

    private static let sentence = "Your account can't be read at the moment because the database is unavailable."

    /// Returns the response to a request with a session that can't be checked.
    ///
    /// - Parameter next: Responds to a guest.
    func response(
        to request: Request, _ route: Route?, next: (Request) async throws -> Response
    ) async throws -> Response {
        let isRead = request.method == .get || request.method == .head
        guard isRead, request.headers[.accept]?.contains("text/html") == true else {
            return Response(
                status: .serviceUnavailable,
                headers: [
                    .contentType: "text/plain; charset=utf-8", .cacheControl: "no-store", .retryAfter: Self.wait,
                ], body: .init(byteBuffer: ByteBuffer(string: "\(Self.sentence) Try again in a moment.\n")))
        }
        guard isOpen || route?.access == .signIn, route?.contents != .personal else { return page(request) }
        let notice = "\(Self.sentence) This page is shown without it."
        var response = try await PageDesk.$notice.withValue(notice) { try await next(Self.guest(request)) }
        // The browser stays that of the account, and stores nothing that lacks it.
        response.headers[.setCookie] = nil
        response.headers[.eTag] = nil
        response.headers[.cacheControl] = "no-store"
        return response
    }

    private static let wait = "5"

    /// A request without what identifies the reader.
    private static func guest(_ request: Request) -> Request {
        var head = request.head
        let cookies = head.headerFields[.cookie]?.split(separator: ";") ?? []
        let looks = cookies.map { $0.drop { $0 == " " } }.filter { cookie in
            Looks.cookieNames.contains(String(cookie.prefix { $0 != "=" }))
        }
        head.headerFields[.cookie] = looks.isEmpty ? nil : looks.joined(separator: "; ")
        return Request(head: head, body: request.body)
    }

    private func page(_ request: Request) -> Response {
        let context = Context(text: Self.sentence, isOpen: isOpen)
        let html = desk.renderer.document(
            title: "Account", section: nil, parts: [desk.renderer.part(Region("account", context))],
            frame: desk.frame(Looks(request)))
        var response = PageDesk.response(html, status: .serviceUnavailable, to: request)
        response.headers[.retryAfter] = Self.wait
        return response
    }

    private struct Context: TemplateContext {
        static let template = "accountOutage"

        let text: String
        let isOpen: Bool
    }
}
