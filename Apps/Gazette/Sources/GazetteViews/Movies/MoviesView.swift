import AppleUI
import FreshetCombine
import ReaderModels
import TMDb

/// A list of movies, chosen by a stepper or a picker.
struct MoviesView: View {
    @StateObject private var model: MoviesViewModel
    private let tools: ReaderTools

    init(_ tools: ReaderTools) {
        _model = StateObject(wrappedValue: MoviesViewModel(tools.clients.movies))
        self.tools = tools
    }

    var body: some View {
        List {
            Stepper(model.indexText, value: $model.indexEndpoint, in: MoviesViewModel.indices)
            Picker(Words.list, selection: $model.list) {
                ForEach(TMDb.MovieList.allCases, id: \.self) { Text($0.title).tag($0) }
            }
            .pickerStyle(.segmented)
            PagedRows(model.movies, status: model.status) { MovieLink(movie: $0, tools: tools) }
        }
        .navigationTitle(model.title)
        .toolbar {
            NavigationLink {
                SearchView(.movies(tools.clients.movies), texts: .movies) { MovieLink(movie: $0, tools: tools) }
            } label: {
                Label(Words.search, systemImage: Symbols.search)
            }
        }
        .refreshing(model.movies)
        .errorAlert(of: model.movies)
        .onAppear { model.start() }
        .onDisappear { model.movies.cancel() }
    }
}

/// The row of a movie, which leads to its details.
struct MovieLink: View {
    let movie: TMDb.Movie
    let tools: ReaderTools

    var body: some View {
        NavigationLink {
            MovieView(id: movie.id, tools)
        } label: {
            MovieRow(movie: movie, pictures: tools.moviePictures)
        }
    }
}
