import Foundation
import ReaderModels
import TMDb

/// A movie as `--json` prints it. The names are stable across versions; unknown values are left out.
struct MovieRecord: Encodable {
    let id: Int
    let title: String
    let url: String
    let originalTitle: String?
    let releaseDate: String?
    let percent: Int
    let votes: Int
    let overview: String
    let poster: String?
    let genres: [String]?
    let runtime: Int?
    let tagline: String?
    let cast: [CastRecord]?
    let directors: [String]?
    let videos: [VideoRecord]?
    let recommendations: [String]?

    struct CastRecord: Encodable {
        let name: String
        let character: String?
    }

    struct VideoRecord: Encodable {
        let title: String
        let url: String?
    }

    init(_ movie: TMDb.Movie) {
        id = movie.id
        title = movie.title
        url = movie.page
        originalTitle = movie.originalTitle
        releaseDate = movie.releaseDate.map { DateText.day($0) }
        percent = movie.percent
        votes = movie.voteCount
        overview = movie.overview
        poster = movie.posterURL()?.absoluteString
        genres = movie.genres.isEmpty ? nil : movie.genres.map(\.name)
        runtime = movie.runtime
        tagline = movie.tagline
        cast = movie.credits?.cast.map { CastRecord(name: $0.name, character: $0.character) }
        directors = movie.credits?.directors
        videos = movie.videos?.map { VideoRecord(title: $0.name, url: $0.youTubeURL?.absoluteString) }
        recommendations = movie.recommendations?.results.map(\.title)
    }
}

extension TMDb.Movie {
    /// The page of the movie on the service's site.
    var page: String { "https://www.themoviedb.org/movie/\(id)" }
}

extension Results where Record == MovieRecord {
    init(_ movies: [TMDb.Movie], emptyNote: String) {
        records = movies.map(MovieRecord.init)
        self.emptyNote = emptyNote
        table = Table(
            columns: [
                .init(title: "TITLE", width: .rest(weight: 5)),
                .init(title: "DATE", width: .upTo(10), isDim: true),
                .init(title: "SCORE", width: .upTo(5)),
                .init(title: "ID", width: .upTo(8), isDim: true, isEssential: true),
                .init(title: "LINK", width: .rest(weight: 3), isDim: true),
            ],
            rows: movies.map { movie in
                [
                    .init(movie.title, link: movie.page), .init(movie.releaseDate.map { DateText.day($0) }),
                    .init(movie.voteCount == 0 ? nil : movie.percentText), .init(String(movie.id)),
                    .init(movie.page, shown: String(movie.page.trimmingPrefix("https://")), link: movie.page),
                ]
            })
    }
}
