import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ReaderStorage

/// The routes that change marks, by forms, scripts and the pings of links, and that export the saved entries.
struct MarkRoutes {
    let visitors: Visitors

    func add(to router: TableRouter) {
        let limit = router.limit(of: "/marks/{action}")
        router.post("/marks/{action}") { [visitors] request, context in
            // The ping of a link comes without a form: its entry is in the address.
            let form = await request.form(upTo: limit) ?? []
            let fields = Dictionary((request.queryItems + form).map { ($0.name, $0.value) }) { first, _ in first }
            guard let entry = fields["entry"],
                let change = Self.change(context.parameters.get("action"), entry, visitors.now())
            else { return Response(status: .badRequest) }
            let guest = visitors.cookie.guest(of: request, now: visitors.now())
            // Every page sets the cookie: a browser without one does not store cookies, and would never see the mark
            // again.
            let isFull = guest.isKnown ? await Self.apply(change, guest.visitor, visitors) : false
            // Scripts and pings receive a status; forms are redirected.
            guard let back = fields["back"] else { return Response(status: isFull ? .conflict : .noContent) }
            let target = isFull ? "/saved" : OwnPath(back).map { $0.text + Self.place(of: change) } ?? "/saved"
            return Response(status: .seeOther, headers: [.location: target])
        }
        router.form("/positions") { [visitors] fields, request, _ in
            guard let entry = fields["entry"].flatMap(Entry.Key.init), entry.feedItem != nil,
                let part = fields["part"].flatMap(Double.init), (0...1).contains(part)
            else { return Response(status: .badRequest) }
            let guest = visitors.cookie.guest(of: request, now: visitors.now())
            if guest.isKnown {
                visitors.record(.position(entry, part), of: guest.visitor)
                await visitors.flush(guest.visitor)
            }
            return Response(status: .noContent)
        }
        for format in SavedExport.Format.allCases {
            router.get("/saved.\(format.rawValue)") { [visitors] request, _ in
                let guest = visitors.cookie.guest(of: request, now: visitors.now())
                let marks = await visitors.marks(of: guest.visitor)
                return Response(
                    status: .ok,
                    headers: [
                        .contentType: format.type, .cacheControl: "no-store",
                        .contentDisposition: "attachment; filename=\"gazette-saved.\(format.rawValue)\"",
                    ],
                    body: .init(byteBuffer: ByteBuffer(bytes: try SavedExport.data(marks.current.saved, format))))
            }
        }
    }

    /// Returns the fragment of the item that a change is about; empty if it is about several.
    private static func place(of change: Marks.Change) -> String {
        switch change {
        case .read(let keys), .unread(let keys): keys.count == 1 ? "#at-\(keys[0])" : ""
        case .save(let entry, _): "#at-\(entry.key)"
        case .remove(let key): "#at-\(key)"
        case .readAll, .position: ""
        }
    }

    private static func change(_ action: String?, _ entry: String, _ now: Date) -> Marks.Change? {
        switch action {
        case "save": Entry(line: entry).map { .save($0, now) }
        // The button that saves an entry also removes it, with the same value.
        case "remove": (Entry(line: entry)?.key ?? Entry.Key(entry)).map { .remove($0) }
        case "read": Entry.Key.list(entry).map { .read($0) }
        case "unread": Entry.Key.list(entry).map { .unread($0) }
        default: nil
        }
    }

    /// Makes a change and waits until it is written.
    ///
    /// - Returns: Whether an entry could not be saved since the list is full.
    private static func apply(_ change: Marks.Change, _ visitor: Visitor, _ visitors: Visitors) async -> Bool {
        let marks = await visitors.marks(of: visitor)
        marks.apply(change)
        await marks.flush()
        guard case .save(let entry, _) = change else { return false }
        return !marks.current.isSaved(entry.key)
    }
}
