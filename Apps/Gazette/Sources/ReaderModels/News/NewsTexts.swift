public import Foundation
import FreshetCombine
public import NewsAPI

extension NewsAPI.Category {
    /// The name for people.
    public var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

extension NewsAPI.Article {
    /// The text of a row below the headline: the source and the day.
    public func rowFacts(locale: Locale = .current, in zone: TimeZone = .current) -> String {
        [source.name, publishedAt.map { DateText.medium($0, locale: locale, in: zone) }]
            .compactMap(\.self).joined(separator: " · ")
    }

    /// The link without tracking parameters; `nil` if there is no page.
    public var readingLink: URL? { link.map(OutsideLink.plain) }
}

extension NewsAPI.Source {
    /// The name of the source, or "Unnamed".
    public var displayName: String { name ?? "Unnamed" }

    /// The initials that replace a logo.
    public var initials: String { Initials.of(name ?? "?") }

    /// The title of the source's screen: its id in requests if there is one, otherwise its name.
    public var screenTitle: String { sourceID ?? displayName }

    /// The text of its link: the host.
    public var linkText: String { link?.host() ?? displayName }

    /// Country and category, where they are known.
    public var facts: String {
        [country?.name, category?.title].compactMap(\.self).joined(separator: " · ")
    }
}

extension ArticlesViewModel.Section {
    /// The sections that a picker offers; the articles of a source have a screen of their own.
    public static let picked: [Self] = [.headlines, .search, .category]

    /// The name for people.
    public var title: String {
        switch self {
        case .headlines: "Latest"
        case .search: "Search"
        case .category: "Category"
        case .source: "Articles"
        }
    }
}

extension ArticlesViewModel {
    /// The text for a request without articles.
    public var emptyText: String {
        switch section {
        case .search: "No article matches “\(search.text)”. Try fewer words or different ones."
        case .headlines, .category: "There are no articles of this kind for this country at the moment."
        case .source: "This source has no articles at the moment."
        }
    }

    /// The status of the screen.
    public var status: ScreenStatus {
        ScreenStatus(articles, notice: notice, empty: emptyText, noun: "articles")
    }

    /// The typed text of the article search.
    public var searchText: String {
        get { search.text }
        set { search.text = newValue }
    }
}

extension SourcesViewModel {
    /// The status of the screen.
    public var status: ScreenStatus {
        ScreenStatus(
            sources, error: selectedError, noun: "sources", count: CountText.sources,
            empty: searchText.isEmpty
                ? "This country has no sources. Try another one."
                : "No source matches “\(searchText)”. Try fewer letters, or another country.")
    }
}
