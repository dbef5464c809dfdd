import Foundation
import Freshet
import FreshetOutbox
import Hummingbird
import LivePages
import ReaderModels
import ReaderStorage

/// The routes of the page with the changes that were not sent yet, and of its forms.
struct ChangesRoutes {
    let desk: PageDesk
    let accounts: VisitorAccounts

    /// How long a form waits for the service.
    private static let patience = Duration.seconds(2)

    func add(to router: TableRouter) {
        router.get("/changes") { request, _ in await page(request) }
        form("/changes/send", to: router) { outbox, _ throws(OutboxError) in await outbox.resume() }
        form("/changes/retry", to: router) { outbox, form throws(OutboxError) in
            guard let id = form.id else { return }
            try await outbox.retry(id)
            await outbox.settle(id, within: Self.patience)
        }
        form("/changes/discard", to: router) { outbox, form throws(OutboxError) in
            guard let id = form.id else { return }
            try await outbox.discard(id)
        }
        form("/changes/edit", to: router) { outbox, form throws(OutboxError) in
            guard let id = form.id, let choice = form.rating else { return }
            try await outbox.edit(id, choice)
            await outbox.settle(id, within: Self.patience)
        }
    }

    private struct Form: Sendable {
        let fields: [String: String]

        var id: WriteID? { fields["id"].flatMap { UUID(uuidString: $0) }.map { WriteID($0) } }
        var rating: MovieChoice? { fields["rating"].flatMap { MovieChoice(rating: $0) } }
    }

    /// Adds the handler of a form, which leads back to the page.
    private func form(
        _ path: String, to router: TableRouter,
        _ take: @escaping @Sendable (MovieOutbox, Form) async throws(OutboxError) -> Void
    ) {
        router.form(path) { fields, request, _ in
            let guest = desk.visitors.cookie.guest(of: request, now: desk.visitors.now())
            if guest.isKnown, let outbox = await accounts.outbox(of: guest.visitor) {
                let form = Form(fields: fields)
                do throws(OutboxError) {
                    do throws(OutboxError) { try await take(outbox, form) } catch .beingSent {
                        // An attempt that is under way ends soon.
                        if let id = form.id { await outbox.settle(id, within: Self.patience) }
                        try await take(outbox, form)
                    }
                } catch .unknownWrite where path == "/changes/edit" {
                    return await page(
                        request, problem: "It was sent before you changed it. Choose again on the movie's page.")
                } catch .unknownWrite {
                    // It was sent or removed meanwhile, as the page shows.
                } catch {
                    return await page(request, problem: Self.text(of: error))
                }
            }
            return Response(status: .seeOther, headers: [.location: UnsentContext.path])
        }
    }

    private static func text(of error: OutboxError) -> String {
        if error == .beingSent { return "This change is being sent at the moment." }
        return error.cause.map { SelectedError($0).text } ?? "This can't be changed at the moment."
    }

    private func page(_ request: Request, problem: String? = nil) async -> Response {
        let guest = desk.visitors.cookie.guest(of: request, now: desk.visitors.now())
        let outbox = guest.isKnown ? await accounts.outbox(of: guest.visitor) : nil
        await outbox?.read()
        return await desk.respond(to: request, path: ["changes"]) { _ in
            { _ in ChangesPage(outbox, problem: problem) }
        }
    }
}
