import AppleUI
import FreshetCombine
import ReaderModels
import TMDb

/// One movie with its details.
struct MovieView: View {
    @StateObject private var model: MovieDetailViewModel
    private let tools: ReaderTools

    init(id: Int, _ tools: ReaderTools) {
        _model = StateObject(wrappedValue: MovieDetailViewModel(tools.clients.movies, id: id))
        self.tools = tools
    }

    var body: some View {
        DetailScreen(model, title: model.title) { movie in
            PictureView(movie.backdropURL(.w1280), from: tools.moviePictures, label: movie.posterLabel) {
                SwingingBox()
            }
            MovieHead(movie: movie, facts: model.factsText, pictures: tools.moviePictures)
            MovieFacts(movie: movie)
            MoviePeople(movie: movie)
            MovieReviews(movie: movie)
            Section(Words.recommended) {
                ForEach(movie.recommendedMovies) { MovieLink(movie: $0, tools: tools) }
            }
        }
    }
}

/// The most important facts.
private struct MovieHead: View {
    let movie: TMDb.Movie
    let facts: String
    let pictures: ImageStore

    var body: some View {
        FramedPicture(url: movie.posterURL(.w500), store: pictures, label: movie.posterLabel, frame: .big)
        HStack {
            ScoreRing(movie: movie)
            Text(facts).font(.subheadline)
        }
        if let tagline = movie.tagline {
            Text(tagline).font(.title3)
        }
        Text(movie.overview)
    }
}

/// The crew, the languages and the homepage.
private struct MovieFacts: View {
    let movie: TMDb.Movie

    var body: some View {
        if let directors = movie.directorsText {
            Text(directors)
        }
        Fact(name: Words.companies, text: movie.companiesText)
        Fact(name: Words.languages, text: movie.languagesText)
        if let homepage = movie.homepage {
            Link(Words.homepage, destination: homepage)
        }
        Section(Words.videos) {
            ForEach(movie.playableVideos) { Link($0.name, destination: $0.url) }
        }
    }
}

private struct MoviePeople: View {
    let movie: TMDb.Movie

    var body: some View {
        Section(Words.cast) {
            ForEach(movie.leadingCast) { LabeledContent($0.name, value: $0.role) }
        }
        Section(Words.crew) {
            ForEach(movie.leadingCrew) { LabeledContent($0.name, value: $0.role) }
        }
    }
}

private struct MovieReviews: View {
    let movie: TMDb.Movie

    var body: some View {
        Section(Words.reviews) {
            ForEach(movie.leadingReviews) { review in
                VStack(alignment: .leading) {
                    Text(review.heading).font(.headline)
                    ForEach(review.paragraphs) { Text($0.text) }
                }
            }
        }
    }
}
