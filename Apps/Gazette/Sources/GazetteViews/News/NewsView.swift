import AppleUI
import FreshetCombine
import NewsAPI
import ReaderModels

/// The news: headlines, a search or a category.
struct NewsView: View {
    @StateObject private var model: ArticlesViewModel
    private let tools: ReaderTools

    init(_ tools: ReaderTools) {
        _model = StateObject(wrappedValue: ArticlesViewModel(tools.clients.news, country: KeptCountry().country))
        self.tools = tools
    }

    var body: some View {
        List {
            Picker(Words.views, selection: $model.section) {
                ForEach(ArticlesViewModel.Section.picked, id: \.self) { Text($0.title).tag($0) }
            }
            .pickerStyle(.segmented)
            // A field in a row: only the section of the search has one.
            if model.section == .search {
                TextField(Words.articleWords, text: $model.searchText).onSubmit { model.search.submit() }
            }
            if model.section == .category {
                Picker(Words.category, selection: $model.category) {
                    ForEach(NewsAPI.Category.all, id: \.self) { Text($0.title).tag($0) }
                }
                .pickerStyle(.menu)
            }
            if model.section != .search {
                CountryPicker(country: $model.country)
            }
            ArticleRows(model: model, tools: tools)
        }
        .onChange(of: model.country) { KeptCountry().country = model.country }
        .navigationTitle(ReaderSection.news.title)
        .refreshing(model.articles)
        .errorAlert(of: model.articles)
        .onAppear { model.start() }
        .onDisappear { model.cancel() }
    }
}

/// A menu of countries whose news the service may have.
struct CountryPicker: View {
    @Binding var country: NewsAPI.Country

    var body: some View {
        Picker(Words.country, selection: $country) {
            ForEach(SourcesViewModel.countries(with: country), id: \.self) { Text($0.name).tag($0) }
        }
        .pickerStyle(.menu)
    }
}

/// The articles of a view model as rows.
struct ArticleRows: View {
    @ObservedObject var model: ArticlesViewModel
    let tools: ReaderTools

    var body: some View {
        PagedRows(model.articles, status: model.status) { ArticleRow(article: $0, pictures: tools.newsPictures) }
    }
}
