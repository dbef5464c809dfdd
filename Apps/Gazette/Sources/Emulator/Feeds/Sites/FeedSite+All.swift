extension FeedSite {
    /// The sites with feeds that have no faults.
    static let all: [FeedSite] = [
        site(
            "night-sky", "The Night Sky Almanac", "What is to be seen above, and why.", folder: "Science",
            .rss, "rss.xml", colour: 0x1B2A5A, hours: 5, count: 24, cacheControl: "max-age=600"),
        site(
            "tidewater", "Tidewater", "Notes on the sea, from the surface down.", folder: "Science", .json, "feed.json",
            colour: 0x0F6E84, hours: 9, count: 18, validators: .tag, cacheControl: "public, max-age=300"),
        site(
            "hedgerow", "Hedgerow Birds", "Birds that live where people do.", folder: "Science", .rss092, "backend.xml",
            colour: 0x4C7A34, hours: 7, count: 15, validators: .date),
        site(
            "branch-lines", "Branch Lines", "Small railways & their timetables.", language: "en-gb", folder: "Places",
            .rss091, "rss091.xml", colour: 0x7A2E1D, hours: 11, count: 12),
        site(
            "contour", "Contour Lines", "Maps, and what they leave out.", folder: "Places", .rdf, "index.rdf",
            colour: 0x8A6B2F, hours: 8, count: 15, validators: .tag),
        site(
            "stadtspaziergang", "Stadtspaziergänge", "Zu Fuß durch Höfe, über Brücken, in Cafés.", language: "de",
            folder: "Places", .rss, "rss.xml", encoding: .windows1252, colour: 0x9C3D5E, hours: 12, count: 15),
        site(
            "slow-kitchen", "The Slow Kitchen", "Cooking that takes the time it takes.", folder: "Craft",
            .rssTeasers, "feed", colour: 0xC0562B, hours: 6, count: 20),
        site(
            "type-case", "The Type Case", "Letters, and the metal that they were.", folder: "Craft", .atom03,
            "atom03.xml", colour: 0x33363B, hours: 10, count: 16),
        site(
            "build-log", "Build Log", "Software, written down while it is made.", folder: "Craft", .atomXHTML,
            "atom.xml", colour: 0x2F4B8F, hours: 4, count: 40, cacheControl: "no-cache"),
        site(
            "harbour-radio", "Harbour Radio", "A podcast from the end of the pier.", folder: "World", .podcast,
            "podcast.xml", colour: 0x146152, hours: 30, count: 10),
        site(
            "kisetsu", "季節の手帖", "暦と旅と道具の小さな記録。", language: "ja", folder: "World", .rss, "rss.xml",
            encoding: .utf16, colour: 0xB8434F, hours: 13, count: 16),
        site(
            "waha", "واحة العلوم", "مقالات قصيرة عن السماء والأرض والكلمات.", language: "ar", folder: "World", .atom,
            "atom.xml", colour: 0xA97C1A, hours: 14, count: 16, validators: .tag),
        digest,
    ]

    /// A site whose items are articles of other sites, with the same addresses.
    private static let digest = FeedSite(
        path: "/feeds/digest", title: "The Weekend Digest", about: "The best of other sites, with links to them.",
        language: "en", folder: "World", format: .rssTeasers, feedPath: "/feeds/digest/rss.xml", colour: 0x55595F,
        intervalMinutes: 60, count: 20, validators: .none)

    /// The names of the files with stories.
    static var storyFiles: [String] { all.compactMap(\.stories) }

    static func named(_ name: String) -> FeedSite? { all.first { $0.name == name } }

    private static func site(
        _ name: String, _ title: String, _ about: String, language: String = "en", folder: String, _ format: Format,
        _ file: String, encoding: FeedEncoding = .utf8, colour: UInt32, hours: Int, count: Int,
        validators: Validators = .both, cacheControl: String? = nil
    ) -> FeedSite {
        FeedSite(
            path: "/feeds/\(name)", title: title, about: about, language: language, folder: folder, format: format,
            feedPath: "/feeds/\(name)/\(file)", encoding: encoding, colour: colour, intervalMinutes: hours * 60,
            count: count, validators: validators, cacheControl: cacheControl, stories: name)
    }

    // MARK: - Many sites

    /// The numbers of the sites of which there are many.
    static let numbers = 1...1000
    /// The largest number of items that a feed of these sites has.
    static let mostItems = 1000

    /// Returns one of many sites that differ in their numbers; `nil` for another number.
    static func numbered(_ number: Int, count: Int = 20) -> FeedSite? {
        guard numbers.contains(number), (0...mostItems).contains(count) else { return nil }
        let models = all.filter { $0.language == "en" && $0.stories != nil && $0.format != .podcast }
        let model = models[number % models.count]
        return FeedSite(
            path: "/feeds/many/\(number)", title: "\(model.title) \(number)", about: model.about, language: "en",
            folder: "Folder \((number - 1) / 50 + 1)", format: .rss, feedPath: "/feeds/many/\(number).xml",
            colour: UInt32(truncatingIfNeeded: number &* 0x9E3779) & 0xFFFFFF, intervalMinutes: 180 + number % 45 * 60,
            count: count, validators: .tag, stories: model.stories, isNumbered: true)
    }
}
