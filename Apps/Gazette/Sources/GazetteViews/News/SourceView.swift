import AppleUI
import FreshetCombine
import NewsAPI
import ReaderModels

/// One source with its articles.
struct SourceView: View {
    @StateObject private var model: ArticlesViewModel
    private let source: NewsAPI.Source
    private let tools: ReaderTools

    init(_ source: NewsAPI.Source, _ tools: ReaderTools) {
        _model = StateObject(
            wrappedValue: ArticlesViewModel(tools.clients.news, section: .source, source: source))
        self.source = source
        self.tools = tools
    }

    var body: some View {
        List {
            VStack(alignment: .leading) {
                Text(source.displayName).font(.title2)
                Text(source.facts).font(.caption).foregroundStyle(.secondary)
                if let summary = source.summary {
                    Text(summary)
                }
                if let link = source.link {
                    Link(source.linkText, destination: link).buttonStyle(.borderless)
                }
            }
            Section(Words.articles) {
                ArticleRows(model: model, tools: tools)
            }
        }
        .navigationTitle(source.screenTitle)
        .refreshing(model.articles)
        .errorAlert(of: model.articles)
        .onAppear { model.start() }
        .onDisappear { model.cancel() }
    }
}
