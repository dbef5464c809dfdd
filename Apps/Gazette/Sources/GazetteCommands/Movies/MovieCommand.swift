import ArgumentParser
import Foundation
import Freshet
import ReaderModels
import TMDb

struct MovieCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "movie",
        abstract: "Print one movie with cast, videos and recommendations.",
        usage: """
            gazette movie 10007
            gazette movie 10007 --json
            """,
        discussion:
            "If the output isn't a terminal, it prints one fact per line: its name and its value, separated by a tab."
    )

    @Argument(help: ArgumentHelp("The movie's number, as the lists print it.", valueName: "id"))
    var id: Int

    @OptionGroup var movie: MovieOptions
    @OptionGroup var service: ServiceOptions
    @OptionGroup var output: OutputOptions

    /// What is printed besides the movie itself.
    static let parts: [TMDb.MoviePart] = [.credits, .videos, .recommendations, .reviews]

    func run() async throws {
        try await Connection.with(service, output, for: [.movies]) { connection in
            let found = try await Output.withProgress("Fetching the movie…") {
                try await connection.movies.value(
                    for: .movie(id, appending: Self.parts, language: movie.language))
            }
            try Output.write(Details(found), record: MovieRecord(found), output)
        }
    }
}

extension Details {
    init(_ movie: TMDb.Movie) {
        let cast = movie.credits?.cast.prefix(10) ?? []
        self.init(
            title: movie.title,
            parts: [
                .fact("Original", movie.originalTitle.flatMap { $0 == movie.title ? nil : $0 }),
                .fact("Tagline", movie.tagline),
                .fact("Released", movie.releaseDate.map { DateText.day($0) }),
                .fact("Runtime", movie.runtimeText),
                .fact("Genres", movie.genres.isEmpty ? nil : movie.genres.map(\.name).joined(separator: ", ")),
                .fact("Score", movie.voteCount == 0 ? nil : "\(movie.percentText) of \(movie.voteCount) votes"),
                .fact(
                    "Director",
                    movie.credits.flatMap { $0.directors.isEmpty ? nil : $0.directors.joined(separator: ", ") }),
                .fact("Companies", movie.companies.isEmpty ? nil : movie.companies.map(\.name).joined(separator: ", ")),
                .fact("Homepage", movie.homepage?.absoluteString),
                .fact("Poster", movie.posterURL()?.absoluteString),
                .fact("Link", movie.page),
                .text("Overview", movie.overview.isEmpty ? nil : movie.overview),
                .list("Cast", cast.map { part in part.character.map { "\(part.name) as \($0)" } ?? part.name }),
                .list(
                    "Videos",
                    (movie.videos ?? []).map { video in
                        video.youTubeURL.map { "\(video.name): \($0.absoluteString)" }
                            ?? "\(video.name) (\(video.site))"
                    }),
                .list(
                    "Reviews",
                    (movie.reviews?.results ?? []).prefix(3).map { review in
                        let rating = review.ratingText.map { " (\($0))" } ?? ""
                        return "\(review.author)\(rating): \(review.content)"
                    }),
                .list(
                    "Recommended",
                    (movie.recommendations?.results ?? []).prefix(8).map { "\($0.title) (\($0.id))" }),
            ])
    }
}
