import Foundation
import Freshet
import FreshetCombine
import LivePages
import ReaderModels
import ReaderStorage
import TMDb

/// One movie with its details.
final class MoviePage: DetailPage {
    let section: Section? = .movies
    let noun = "movie"
    let shape = Skeleton.Shape.movie
    let model: MovieDetailViewModel
    let address: PageAddress
    private let pictures: PictureLinks

    init(id: Int, _ address: PageAddress, _ tools: PageTools) {
        self.address = address
        pictures = tools.pictures
        model = MovieDetailViewModel(tools.clients.movies, id: id, scheduler: tools.scheduler)
    }

    var title: String { model.title }

    func parts(of movie: TMDb.Movie) -> [Region] {
        [Region("movie", MovieContext(movie, facts: model.facts, pictures))]
    }
}

/// A movie as its view shows it.
private struct MovieContext: SubjectContext {
    static let template = "movie"

    struct Part: Encodable {
        let name: String
        let character: String?
        let initials: String
        let picture: String?

        init(name: String, character: String?, picture: String? = nil) {
            self.name = name
            self.character = character
            self.picture = picture
            initials = Initials.of(name)
        }
    }

    /// A fact with its name.
    struct Credit: Encodable {
        let name: String
        let text: String

        init?(_ name: String, _ text: String?) {
            guard let text else { return nil }
            self.name = name
            self.text = text
        }
    }

    struct Link: Encodable {
        let title: String
        let href: String?
    }

    struct Review: Encodable {
        let author: String
        let rating: String?
        let paragraphs: [String]
    }

    /// The path of the view in which a visitor's account rates and lists the movie.
    let account: String
    let facts: [String]
    let score: ScoreContext?
    let poster: String?
    let backdrop: String?
    let tagline: String?
    let overview: String?
    let title: String
    let credits: [Credit]
    let homepage: String?
    let homepageHost: String?
    let cast: [Part]
    let crew: [Part]
    let hasCrew: Bool
    let videos: [Link]
    let hasVideos: Bool
    let reviews: [Review]
    let hasReviews: Bool
    /// The parts that the movie lacks, as a sentence; `nil` if it has all.
    let absent: String?
    var recommendations: MovieRows?
    var mark: MarkContext?

    init(_ movie: TMDb.Movie, facts: [String], _ pictures: PictureLinks) {
        mark = MarkContext(Entry(movie))
        self.facts = facts
        account = "/account/movie/\(movie.id)"
        score = ScoreContext(movie)
        poster = pictures.link(movie.posterURL(.w342))
        backdrop = pictures.link(movie.backdropURL(.w1280))
        tagline = movie.tagline
        overview = movie.overview.isEmpty ? nil : movie.overview
        title = movie.title
        let directors = movie.credits?.directors ?? []
        credits = [
            Credit("Released", movie.releaseText(locale: Locale(identifier: "en_US"))),
            Credit("Directed by", directors.isEmpty ? nil : directors.joined(separator: ", ")),
            Credit("Made by", movie.companiesText), Credit("Languages", movie.languagesText),
        ].compactMap(\.self)
        homepage = movie.homepage?.absoluteString
        homepageHost = movie.homepage.flatMap(HostText.of)
        cast = movie.leadingCast.map {
            Part(name: $0.name, character: $0.character, picture: pictures.link($0.profileURL(.w185)))
        }
        crew = movie.leadingCrew.map { Part(name: $0.name, character: $0.job) }
        hasCrew = !crew.isEmpty
        videos = (movie.videos ?? []).map { Link(title: $0.name, href: $0.youTubeURL?.absoluteString) }
        reviews = movie.leadingReviews.map {
            Review(author: $0.author, rating: $0.ratingText, paragraphs: $0.paragraphs.map(\.text))
        }
        hasVideos = !videos.isEmpty
        hasReviews = !reviews.isEmpty
        switch (hasVideos, hasReviews) {
        case (true, true): absent = nil
        case (false, true): absent = "There are no videos."
        case (true, false): absent = "There are no reviews yet."
        case (false, false): absent = "There are no videos and no reviews yet."
        }
        let recommended = movie.recommendedMovies
        recommendations = recommended.isEmpty ? nil : MovieRows(recommended, pictures)
    }

    mutating func mark(_ marks: Marks.Lookup) {
        mark?.show(marks)
        recommendations?.mark(marks)
    }
}
