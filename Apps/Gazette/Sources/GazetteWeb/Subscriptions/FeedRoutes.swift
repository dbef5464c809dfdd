import FeedEngine
import Feeds
import Foundation
import HTTPTypes
import Hummingbird
import LivePages
import NIOCore
import ReaderModels
import ReaderStorage

/// The routes of the forms of feeds, and of the pages that hold them.
struct FeedRoutes {
    let desk: PageDesk
    let library: FeedLibrary
    let now: @Sendable () -> Date

    private static let path = "/feeds/manage"
    private static let filterPath = "/feeds/filters"
    /// How many feeds one press of a button reads again.
    private static let refreshLimit = 50

    func add(to router: TableRouter) {
        router.get("/feeds/manage") { request, _ in await manage(request, notice: Self.notice(request)) }
        router.get("/feeds/edit") { request, _ in await edit(request) }
        router.get("/feeds/filters") { request, _ in await filters(request) }
        router.get("/feeds.opml") { request, _ in await export(request) }
        let limit = router.limit(of: "/feeds/import")
        router.post("/feeds/import") { request, _ in await take(list: request, upTo: limit) }
        form("/feeds/add", to: router) { request, form, visitor in try await add(request, form, visitor) }
        form("/feeds/change", to: router) { _, form, visitor in
            guard let feed = form.feed else { return Response(status: .badRequest) }
            let isKnown = try await library.store.change(
                feed, of: visitor, title: form["title"], folder: form.folder, wantsText: form["text"] == "on")
            return isKnown ? Self.redirect("\(Self.path)?done=changed&feed=\(feed)") : Response(status: .notFound)
        }
        form("/feeds/remove", to: router) { _, form, visitor in
            guard let feed = form.feed else { return Response(status: .badRequest) }
            let list = ManagedFeeds(try await library.store.subscriptions(of: visitor))
            try await library.store.unsubscribe([feed], visitor)
            return Self.redirect("\(Self.path)?done=removed&page=\(list.page(of: feed) ?? 1)")
        }
        form("/feeds/folder", to: router) { _, form, visitor in
            guard let folder = form["folder"] else { return Response(status: .badRequest) }
            try await library.store.rename(folder: folder, to: form.text("name"), of: visitor)
            return Self.redirect("\(Self.path)?done=changed&page=\(form["page"].flatMap { Int($0) } ?? 1)")
        }
        form("/feeds/refresh", to: router) { request, form, visitor in try await refresh(request, form, visitor) }
        form("/feeds/samples", to: router) { request, _, visitor in
            guard let result = try await library.addSamples(for: visitor) else {
                return await manage(request, problem: "The sample feeds can't be read at the moment.")
            }
            // They are read at once: a visitor who tries them does not wait for their turn.
            _ = try await whileServing { try await library.refresher.refresh() }
            return Self.redirect(result.count > 0 ? "/feeds" : Self.path)
        }
        // The mark announces itself.
        form("/feeds/read", to: router, announces: false) { request, form, visitor in
            // The list is named by the address of the form.
            let address = PageAddress(path: ["feeds"], query: request.queryItems)
            let list = FeedsAddress(address)
            let marks = await desk.visitors.marks(of: visitor)
            // What has come since the list was loaded was not seen.
            let now = desk.visitors.now()
            let loaded = address["at"].flatMap { Double($0) }.map { min(now, Date(timeIntervalSince1970: $0)) }
            marks.apply(
                .readAll(list.query.scope, downTo: address["down"].flatMap { Int($0) } ?? 0, loaded ?? now))
            await marks.flush()
            return Self.redirect(form["back"].flatMap { OwnPath($0)?.text } ?? list.link)
        }
        form("/feeds/filters/add", to: router) { request, form, visitor in
            guard let filter = form.filter else { return await filters(request, problem: Self.filterProblem) }
            guard try await library.store.add(filter, of: visitor) else {
                let limit = library.store.limits.filters
                return await filters(
                    request, problem: "You have \(limit) filters. Remove one before you add another.")
            }
            return Self.redirect(Self.filterPath)
        }
        form("/feeds/filters/remove", to: router) { _, form, visitor in
            guard let id = form["id"].flatMap({ Int($0) }) else { return Response(status: .badRequest) }
            try await library.store.removeFilter(id, of: visitor)
            return Self.redirect(Self.filterPath)
        }
    }

    private static let filterProblem = "Enter the words to look for, up to 200 characters."
    private static let longListProblem = "This file is too long. Export the feeds as several lists."
    private static let storeProblem =
        "This can't be stored because the database is unavailable. Try again in a moment."

    /// The fields of a form.
    private struct Form: Sendable {
        let fields: [String: String]

        subscript(name: String) -> String? { fields[name] }
        var feed: Int? { fields["feed"].flatMap { Int($0) } }
        var folder: String? { fields["folder"].map { _ in text("folder") } }

        /// Returns a text on one line.
        func text(_ name: String) -> String {
            String((fields[name] ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(200))
        }

        var filter: FeedFilter? {
            guard let part = fields["part"].flatMap(FeedFilter.Part.init),
                let action = fields["action"].flatMap(FeedFilter.Action.init)
            else { return nil }
            return FeedFilter(part: part, action: action, words: fields["words"] ?? "")
        }
    }

    /// Adds the handler of a form. A change is announced to the other pages of the visitor.
    private func form(
        _ path: String, to router: TableRouter, announces: Bool = true,
        _ take: @escaping @Sendable (Request, Form, Visitor) async throws -> Response
    ) {
        router.form(path) { fields, request, _ in
            let guest = guest(of: request)
            // A browser that stores no cookies would never see what it has added.
            guard guest.isKnown else { return Self.redirect("/feeds") }
            do {
                let response = try await take(request, Form(fields: fields), guest.visitor)
                if announces { await announce(guest.visitor) }
                return response
            } catch {
                return await manage(request, problem: Self.storeProblem)
            }
        }
    }

    private func announce(_ visitor: Visitor) async {
        desk.visitors.announceFeeds(to: visitor)
        try? await library.store.database.announce(.feeds(visitor))
    }

    private static func redirect(_ path: String) -> Response {
        Response(status: .seeOther, headers: [.location: path])
    }

    private func guest(of request: Request) -> VisitorCookie.Guest {
        desk.visitors.cookie.guest(of: request, now: desk.visitors.now())
    }

    // MARK: - Pages

    private func page(_ request: Request, _ title: String, _ link: String, _ parts: [Region]) async -> Response {
        let path = link.prefix { $0 != "?" }.split(separator: "/").map(String.init)
        return await desk.respond(to: request, path: path) { _ in
            { _ in FixedPage(.feeds, title: title, link: link, parts) }
        }
    }

    private static func notice(_ request: Request) -> String? {
        let values = Dictionary(request.queryItems.map { ($0.name, $0.value) }) { first, _ in first }
        switch values["done"] {
        case "changed": return "Your change was saved."
        case "removed": return "The feed was removed."
        case "imported":
            guard let added = values["added"].flatMap({ Int($0) }), let count = values["count"].flatMap({ Int($0) })
            else { return nil }
            let new = added == 1 ? "1 feed is" : "\(added) feeds are"
            return added == count
                ? "\(new) now in your list. New feeds are refreshed within a minute."
                : "\(added) of \(count) feeds are now in your list. There is no room for more."
        default: return nil
        }
    }

    private func manage(
        _ request: Request, problem: String? = nil, notice: String? = nil, address: String? = nil,
        folder: String? = nil, choices: [FeedLink] = []
    ) async -> Response {
        let guest = guest(of: request)
        var subscriptions: [FeedSubscription] = []
        var problem = problem
        if guest.isKnown {
            do { subscriptions = try await library.store.subscriptions(of: guest.visitor) } catch {
                problem = Self.storeProblem
            }
        }
        let values = Dictionary(request.queryItems.map { ($0.name, $0.value) }) { first, _ in first }
        let list = ManagedFeeds(subscriptions)
        let number =
            values["feed"].flatMap { Int($0) }.flatMap(list.page) ?? list.page(values["page"].flatMap { Int($0) })
        let context = ManageFeedsContext(
            list, page: number, problem: problem, notice: notice, address: address ?? values["add"], folder: folder,
            choices: choices, now: now())
        let tabs = list.tabs(number).map { [Region("pages", $0)] } ?? []
        return await page(request, "Your feeds", Self.path, [Region("manage", context)] + tabs)
    }

    private func edit(_ request: Request) async -> Response {
        let guest = guest(of: request)
        let id = request.queryItems.first { $0.name == "feed" }.flatMap { Int($0.value) }
        let subscriptions = guest.isKnown ? try? await library.store.subscriptions(of: guest.visitor) : []
        guard let feed = subscriptions?.first(where: { $0.id == id }) else { return Self.redirect(Self.path) }
        let folders = Set((subscriptions ?? []).map(\.folder)).subtracting([""])
            .sorted { $0.localizedStandardCompare($1) == .orderedAscending }
        return await page(
            request, feed.title, PageAddress.link(["feeds", "edit"], ["feed": String(feed.id)]),
            [Region("edit", EditFeedContext(feed, folderNames: folders, now: now()))])
    }

    private func filters(_ request: Request, problem: String? = nil) async -> Response {
        let guest = guest(of: request)
        let values = Dictionary(request.queryItems.map { ($0.name, $0.value) }) { first, _ in first }
        var (filters, problem): ([FeedFilter], String?) = ([], problem)
        var preview: (FeedFilter, [FeedFilter.Subject])?
        if guest.isKnown {
            do {
                filters = try await library.store.filters(of: guest.visitor)
                let form = Form(fields: values)
                if let filter = form.filter {
                    preview = (filter, try await library.store.preview(filter, of: guest.visitor))
                } else if form["words"] != nil {
                    problem = problem ?? Self.filterProblem
                }
            } catch {
                problem = Self.storeProblem
            }
        }
        let context = FiltersContext(
            filters, part: values["part"], action: values["action"], words: values["words"], problem: problem,
            preview: preview)
        return await page(request, "Filters", Self.filterPath, [Region("filters", context)])
    }

    // MARK: - Forms

    private func add(_ request: Request, _ form: Form, _ visitor: Visitor) async throws -> Response {
        let (address, folder) = (form["address"] ?? "", form.text("folder"))
        let result = try await whileServing { try await library.add(address, folder: folder, for: visitor) }
        switch result {
        case .added(let id): return Self.redirect(FeedsAddress().with(.feed(id), .all).link)
        case .choices(let links):
            return await manage(request, address: address, folder: folder, choices: links)
        case .failed(let reason): return await manage(request, problem: reason, address: address, folder: folder)
        }
    }

    private func refresh(_ request: Request, _ form: Form, _ visitor: Visitor) async throws -> Response {
        let own = try await library.store.subscriptions(of: visitor)
        let chosen = form.feed.map { id in own.filter { $0.id == id } } ?? own
        // Those that were read longest ago come first; one that was read in the last minute is not read again.
        let due = chosen.filter { $0.checked.map { now().timeIntervalSince($0) > 60 } ?? true }
            .sorted { ($0.checked ?? .distantPast) < ($1.checked ?? .distantPast) }
        try await whileServing {
            try await library.refresher.refresh(only: due.prefix(Self.refreshLimit).map(\.id))
        }
        return Self.redirect(form["back"].flatMap { OwnPath($0)?.text } ?? "/feeds")
    }

    private func take(list request: Request, upTo limit: Int) async -> Response {
        let guest = guest(of: request)
        guard guest.isKnown else { return Self.redirect("/feeds") }
        guard let buffer = try? await request.body.collect(upTo: limit) else {
            return await manage(request, problem: "The file is larger than \(limit >> 20) MB.")
        }
        let file = UploadedFile.data(in: Data(buffer.readableBytesView), type: request.headers[.contentType])
        guard let file, !file.isEmpty else {
            return await manage(request, problem: "Choose the file with your feeds first.")
        }
        do {
            let result = try await library.add(list: file, for: guest.visitor)
            await announce(guest.visitor)
            guard result.count > 0 else {
                return await manage(request, problem: "This file has no feeds.")
            }
            if let text = FeedTexts.withoutAddress(result.withoutAddress) {
                return await manage(
                    request, notice: "\(result.added) of \(result.count) feeds are now in your list. \(text)")
            }
            return Self.redirect("\(Self.path)?done=imported&added=\(result.added)&count=\(result.count)")
        } catch is ParsingThreads.TooSlow {
            return await manage(request, problem: Self.longListProblem)
        } catch FeedError.tooManyElements {
            return await manage(request, problem: Self.longListProblem)
        } catch is FeedError {
            return await manage(
                request, problem: "This file isn't a list of feeds. Choose an OPML file exported from a reader.")
        } catch {
            return await manage(request, problem: Self.storeProblem)
        }
    }

    private func export(_ request: Request) async -> Response {
        let guest = guest(of: request)
        guard let list = try? await library.list(of: guest.visitor) else {
            return Response(status: .serviceUnavailable)
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/x-opml; charset=utf-8", .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"gazette-feeds.opml\"",
            ],
            body: .init(byteBuffer: ByteBuffer(bytes: list)))
    }
}
