import ReaderStorage

extension TUIRow {
    /// The key by which the account of a web app marks the element; `nil` if it marks none of its section, and for
    /// items of feeds, which are those of this machine.
    var sharedKey: String? { section == .feeds ? nil : SharedMarks.key(section.rawValue, id) }

    /// The key of the same element when it comes from the account, which shortens long ids.
    var keyOfAccount: String? { sharedKey?.replacingFirst(":", with: " ") }

    init(_ item: SharedMarks.Item, at address: String) {
        let parts = item.key.split(separator: ":", maxSplits: 1).map(String.init)
        self.init(
            section: TUISection(rawValue: parts.first ?? "") ?? .news, id: parts.last ?? "", title: item.title,
            facts: item.source ?? "", url: item.url ?? address + item.path)
    }

    /// The element as the account saves it.
    fileprivate var item: SharedMarks.Item? {
        guard let sharedKey else { return nil }
        let path =
            switch section {
            case .hn: "/hn/item/\(id)"
            case .movies: "/movies/\(id)"
            case .meals: "/meals/\(id)"
            case .news, .feeds, .people, .saved: "/news"
            }
        // Titles of news lead to where they were published.
        return SharedMarks.Item(key: sharedKey, title: title, path: path, url: url)
    }
}

extension TUIMarks {
    /// Returns what has changed since other marks.
    func change(from old: TUIMarks) -> SharedMarks.Change {
        var change = SharedMarks.Change()
        let (before, now) = (Set(old.readKeys), Set(readKeys))
        change.read = readKeys.filter { !before.contains($0) }.compactMap(Self.sharedKey)
        change.unread = old.readKeys.filter { !now.contains($0) }.compactMap(Self.sharedKey)
        let (savedBefore, savedNow) = (Set(old.saved.map(\.key)), Set(saved.map(\.key)))
        change.save = saved.filter { !savedBefore.contains($0.key) }.compactMap(\.item)
        change.remove = old.saved.filter { !savedNow.contains($0.key) }.compactMap(\.sharedKey)
        return change
    }

    /// Returns the marks of an account, with those of the sections that it does not mark.
    func replaced(by marks: SharedMarks, at address: String) -> TUIMarks {
        // Its items of feeds are of the feeds of the web app, which are not those of this machine.
        TUIMarks(
            saved: marks.saved.filter { !Self.isOfFeeds($0.key) }.map { TUIRow($0, at: address) }
                + saved.filter { $0.sharedKey == nil },
            readKeys: readKeys.filter { Self.sharedKey($0) == nil }
                + marks.read.filter { !Self.isOfFeeds($0) }.map { $0.replacingFirst(":", with: " ") })
    }

    private static func isOfFeeds(_ key: String) -> Bool { key.hasPrefix("\(TUISection.feeds.rawValue):") }

    /// `news abc` as `news:abc`; `nil` for what the account does not mark.
    private static func sharedKey(_ key: String) -> String? {
        let parts = key.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0] != TUISection.feeds.rawValue else { return nil }
        return SharedMarks.key(String(parts[0]), String(parts[1]))
    }
}

extension SharedMarks.Change {
    /// Adds a later change.
    mutating func add(_ later: SharedMarks.Change) {
        read = read.filter { !later.unread.contains($0) && !later.read.contains($0) } + later.read
        unread = unread.filter { !later.read.contains($0) && !later.unread.contains($0) } + later.unread
        let saved = Set(later.save.map(\.key))
        save = later.save + save.filter { !later.remove.contains($0.key) && !saved.contains($0.key) }
        remove = remove.filter { !saved.contains($0) && !later.remove.contains($0) } + later.remove
        settings.merge(later.settings) { $1 }
    }
}

extension String {
    fileprivate func replacingFirst(_ text: String, with other: String) -> String {
        replacing(text, with: other, maxReplacements: 1)
    }
}
