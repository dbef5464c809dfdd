public import AppleUI
import ReaderModels

/// The reader: a tab for each of its main sections.
public struct GazetteTabs: View {
    private let tools: ReaderTools

    /// Makes the screen. Nothing is requested before it is shown.
    public init(_ tools: ReaderTools) {
        self.tools = tools
    }

    /// The content of the view.
    public var body: some View {
        TabView {
            Tab(ReaderSection.news.title, systemImage: ReaderSection.news.symbol) {
                NavigationStack { NewsView(tools) }
            }
            Tab(ReaderSection.sources.title, systemImage: ReaderSection.sources.symbol) {
                NavigationStack { SourcesView(tools) }
            }
            Tab(ReaderSection.hn.title, systemImage: ReaderSection.hn.symbol) {
                NavigationStack { StoriesView(tools) }
            }
            Tab(ReaderSection.movies.title, systemImage: ReaderSection.movies.symbol) {
                NavigationStack { MoviesView(tools) }
            }
            Tab(Words.more, systemImage: Symbols.more) {
                NavigationStack { MoreView(tools: tools) }
            }
        }
    }
}

/// The sections that have no tab of their own.
struct MoreView: View {
    let tools: ReaderTools

    var body: some View {
        List {
            if let feeds = tools.feeds {
                NavigationLink {
                    FeedsView(feeds)
                } label: {
                    Label(ReaderSection.feeds.title, systemImage: ReaderSection.feeds.symbol)
                }
            }
            NavigationLink {
                MealsView(tools)
            } label: {
                Label(ReaderSection.meals.title, systemImage: ReaderSection.meals.symbol)
            }
            NavigationLink {
                LabView(tools)
            } label: {
                Label(ReaderSection.lab.title, systemImage: ReaderSection.lab.symbol)
            }
            NavigationLink {
                PeopleView(tools)
            } label: {
                Label(ReaderSection.people.title, systemImage: ReaderSection.people.symbol)
            }
            NavigationLink {
                SignUpView()
            } label: {
                Label(Words.signUp, systemImage: Symbols.signUp)
            }
        }
        .navigationTitle(Words.more)
    }
}
