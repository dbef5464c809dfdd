import Foundation
import Freshet
import FreshetCombine
import ReaderModels
import TMDb

/// One movie with its details.
final class MoviePage: DetailPage {
    let section: Section? = .movies
    let noun = "movie"
    let model: MovieDetailViewModel
    let address: PageAddress
    private let pictures: PictureLinks

    init(id: Int, _ address: PageAddress, _ tools: PageTools) {
        self.address = address
        pictures = tools.pictures
        model = MovieDetailViewModel(tools.clients.movies, id: id, scheduler: tools.scheduler)
    }

    var title: String { model.movie.value?.title ?? "Movie" }

    func parts(of movie: TMDb.Movie) -> [Region] {
        [Region("movie", "movie", MovieContext(movie, facts: model.facts, pictures))]
    }
}

/// A movie as its view shows it.
private struct MovieContext {
    struct Part {
        let name: String
        let character: String?
        let picture: String?
    }

    struct Link {
        let title: String
        let href: String?
    }

    struct Review {
        let author: String
        let rating: String?
        let paragraphs: [String]
    }

    let facts: [String]
    let score: ScoreContext?
    let poster: String?
    let backdrop: String?
    let tagline: String?
    let overview: String?
    let directors: String?
    let companies: String?
    let homepage: String?
    let cast: [Part]
    let videos: [Link]
    let reviews: [Review]
    let recommendations: MovieRows?

    init(_ movie: TMDb.Movie, facts: [String], _ pictures: PictureLinks) {
        self.facts = facts
        score = ScoreContext(movie)
        poster = pictures.link(movie.posterURL(.w342))
        backdrop = pictures.link(movie.backdropURL(.w1280))
        tagline = movie.tagline
        overview = movie.overview.isEmpty ? nil : movie.overview
        directors = movie.credits.flatMap { $0.directors.isEmpty ? nil : $0.directors.joined(separator: ", ") }
        companies = movie.companies.isEmpty ? nil : movie.companies.map(\.name).joined(separator: ", ")
        homepage = movie.homepage?.absoluteString
        cast = (movie.credits?.cast.prefix(12) ?? []).map {
            Part(name: $0.name, character: $0.character, picture: pictures.link($0.profileURL(.w185)))
        }
        videos = (movie.videos ?? []).map { Link(title: $0.name, href: $0.youTubeURL?.absoluteString) }
        reviews = (movie.reviews?.results.prefix(3) ?? []).map { review in
            Review(
                author: review.author, rating: review.rating.map { "\(Int($0)) of 10" },
                paragraphs: review.content.split(whereSeparator: \.isNewline).map(String.init))
        }
        let recommended = movie.recommendations?.results.prefix(8) ?? []
        recommendations = recommended.isEmpty ? nil : MovieRows(Array(recommended), pictures)
    }
}
