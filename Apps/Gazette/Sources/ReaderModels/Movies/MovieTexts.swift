public import Foundation
import Freshet
public import FreshetCombine
import FreshetLenientJSON
public import TMDb

extension TMDb.Movie {
    /// The colour band of the score's ring; `nil` without votes.
    public var scoreBand: ScoreBand? { voteCount > 0 ? ScoreBand(percent: percent) : nil }

    /// The part of the ring that is drawn, from 0 to 1.
    public var scoreShare: Double { Double(percent) / 100 }

    /// The accessibility label of the score: "Rated 74%".
    public var scoreLabel: String { "Rated \(percentText)" }

    /// The accessibility label of the poster.
    public var posterLabel: String { "Poster of \(title)" }

    /// The day of the release in the medium style.
    public func releaseText(locale: Locale = .current) -> String? {
        releaseDate.map { DateText.release($0, locale: locale) }
    }

    /// The text of a plain row below the title: the day and the score.
    public func rowFacts(locale: Locale = .current) -> String {
        [releaseText(locale: locale), scoreBand.map { _ in percentText }].compactMap(\.self).joined(separator: " · ")
    }

    /// "Directed by …"; `nil` without directors.
    public var directorsText: String? {
        guard let names = credits?.directors, !names.isEmpty else { return nil }
        return "Directed by \(names.joined(separator: ", "))"
    }

    /// The companies that made it; `nil` where none is named.
    public var companiesText: String? { Self.list(companies.map(\.name)) }

    /// The spoken languages; `nil` if none is known.
    public var languagesText: String? { Self.list(spokenLanguages.map { $0.englishName ?? $0.name ?? $0.id }) }

    /// The first members of the cast.
    public var leadingCast: [TMDb.CastMember] { Array((credits?.cast ?? []).prefix(12)) }

    /// The first members of the crew, besides the directors.
    public var leadingCrew: [TMDb.CrewMember] {
        Array((credits?.crew ?? []).filter { $0.job != "Director" }.prefix(12))
    }

    /// The videos that have a page.
    public var playableVideos: [PlayableVideo] {
        (videos ?? []).compactMap { video in
            video.youTubeURL.map { PlayableVideo(id: video.id, name: video.name, url: $0) }
        }
    }

    /// The first reviews.
    public var leadingReviews: [TMDb.Review] { Array((reviews?.results ?? []).prefix(3)) }

    /// The first recommended movies.
    public var recommendedMovies: [TMDb.Movie] { Array((recommendations?.results ?? []).prefix(8)) }

    private static func list(_ names: [String]) -> String? { names.isEmpty ? nil : names.joined(separator: ", ") }
}

/// A video with the page that plays it.
public struct PlayableVideo: Identifiable, Hashable, Sendable {
    /// The id of the video.
    public let id: String
    /// The name of the video.
    public let name: String
    /// The page of the video.
    public let url: URL
}

extension TMDb.CastMember {
    /// The character; empty if unknown.
    public var role: String { character ?? "" }
}

extension TMDb.CrewMember {
    /// The job; empty if unknown.
    public var role: String { job ?? "" }
}

extension TMDb.Review {
    /// "7 of 10", limited to that range; `nil` without a rating.
    public var ratingText: String? { rating.map { "\(Int(clamping: min(max($0, 0), 10))) of 10" } }

    /// The author and the rating: "jl: 7 of 10".
    public var heading: String { [author, ratingText].compactMap(\.self).joined(separator: ": ") }

    /// The text in paragraphs.
    public var paragraphs: [NumberedText] {
        NumberedText.list(content.split(whereSeparator: \.isNewline).map(String.init))
    }
}

extension MoviesViewModel {
    /// The indices of the lists.
    public static let indices = 0...(TMDb.MovieList.allCases.count - 1)

    /// The number of the list that is shown: "List 2".
    public var indexText: String { "List \(indexEndpoint)" }

    /// The title of the screen.
    public var title: String { "\(list.title) movies" }

    /// The status of the screen.
    public var status: ScreenStatus {
        ScreenStatus(movies, empty: "This list is empty at the moment. Try another one.", noun: "movies")
    }
}

extension MovieDetailViewModel {
    /// The title of the screen.
    public var title: String { movie.value?.title ?? "Movie" }

    /// The facts in one line.
    public var factsText: String { facts.joined(separator: " · ") }
}
