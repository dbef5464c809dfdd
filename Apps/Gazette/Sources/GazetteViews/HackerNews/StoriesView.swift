import AppleUI
import FreshetCombine
import HackerNews
import ReaderModels

/// A list of Hacker News stories, which announces new ones.
struct StoriesView: View {
    @StateObject private var model: StoriesViewModel
    private let tools: ReaderTools

    init(_ tools: ReaderTools) {
        _model = StateObject(wrappedValue: StoriesViewModel(tools.clients.hackerNews, streams: true))
        self.tools = tools
    }

    var body: some View {
        List {
            Picker(Words.list, selection: $model.list) {
                ForEach(HackerNews.StoryList.allCases, id: \.self) { Text($0.title).tag($0) }
            }
            .pickerStyle(.segmented)
            if let text = model.newText {
                Button(text) { model.showNew() }
            }
            if let notice = model.watchNotice {
                Text(notice).foregroundStyle(.secondary)
            }
            PagedRows(model.stories, status: model.status) { story in
                StoryLink(story: story, now: model.currentDate, tools: tools)
            }
        }
        .navigationTitle(model.title)
        .toolbar {
            NavigationLink {
                SearchView(.hackerNews(tools.clients.hackerNewsSearch), texts: .hackerNews) { hit in
                    HitLink(hit: hit, tools: tools)
                }
            } label: {
                Label(Words.search, systemImage: Symbols.search)
            }
        }
        .refreshing(model.stories)
        .errorAlert(of: model.stories)
        .onAppear { model.appear() }
        .onDisappear { model.disappear() }
    }
}
