import AppleUI
import FreshetCombine
import NewsAPI
import ReaderModels

/// The sources of a country, filtered while the user types.
struct SourcesView: View {
    @StateObject private var model: SourcesViewModel
    private let tools: ReaderTools

    init(_ tools: ReaderTools) {
        _model = StateObject(wrappedValue: SourcesViewModel(tools.clients.news, country: KeptCountry().country))
        self.tools = tools
    }

    var body: some View {
        StateView(model.sources.loadingState, load: { model.start() }) { sources in
            List {
                StatusView(status: model.status, retry: { model.retry() }, cancel: { model.cancel() })
                ForEach(sources) { source in
                    NavigationLink {
                        SourceView(source, tools)
                    } label: {
                        SourceRow(source: source)
                    }
                }
            }
            .refreshing(model)
        }
        .navigationTitle(ReaderSection.sources.title)
        .searchable(text: $model.searchText, prompt: Words.sourceName)
        .toolbar {
            Picker(Words.country, selection: $model.country) {
                ForEach(SourcesViewModel.countries(with: model.country), id: \.self) { Text($0.name).tag(Optional($0)) }
            }
        }
        .onChange(of: model.country) { if let country = model.country { KeptCountry().country = country } }
        .errorAlert(of: model)
        .onDisappear { model.cancel() }
    }
}

/// A source: initials instead of a logo, name, country and category, and description.
struct SourceRow: View {
    let source: NewsAPI.Source

    var body: some View {
        HStack(alignment: .top) {
            Text(source.initials).font(.headline)
                .frame(width: PosterFrame.small.width, height: PosterFrame.small.width)
                .background(.quaternary)
                .clipShape(Circle())
                .accessibilityHidden(true)
            VStack(alignment: .leading) {
                Text(source.displayName).font(.headline)
                Text(source.facts).font(.caption).foregroundStyle(.secondary)
                if let summary = source.summary {
                    Text(summary).font(.subheadline).lineLimit(3)
                }
            }
        }
        .accessibilityElement(children: .combine)
    }
}
