import AppleUI
import HackerNews
import ReaderModels

/// The row of a story, which leads to its comments.
struct StoryLink: View {
    let story: HackerNews.Item
    let now: Date
    let tools: ReaderTools

    var body: some View {
        NavigationLink {
            ThreadView(id: story.id, tools)
        } label: {
            StoryRow(title: story.rowTitle, facts: story.facts(now: now))
        }
        .badge(story.badge())
    }
}

/// The row of a search result, which leads to the story or comment.
struct HitLink: View {
    let hit: HackerNewsSearch.Hit
    let tools: ReaderTools

    var body: some View {
        NavigationLink {
            ThreadView(id: hit.id, tools)
        } label: {
            StoryRow(title: hit.headline, facts: hit.facts(now: Date()))
        }
    }
}

/// A title in at most two lines, and the facts below it.
struct StoryRow: View {
    let title: String
    let facts: String

    var body: some View {
        VStack(alignment: .leading) {
            Text(title).font(.headline).lineLimit(2)
            Text(facts).font(.caption).foregroundStyle(.secondary)
        }
        .accessibilityElement(children: .combine)
    }
}
