import AppleUI
import FreshetCombine
import HackerNews
import ReaderModels

/// A story with its comments, shown as they arrive.
struct ThreadView: View {
    @StateObject private var model: ThreadViewModel
    private let tools: ReaderTools

    init(id: Int, _ tools: ReaderTools) {
        _model = StateObject(wrappedValue: ThreadViewModel(tools.clients.hackerNews, id: id))
        self.tools = tools
    }

    var body: some View {
        DetailScreen(model, title: model.title) { item in
            ThreadHead(item: item, options: model.options, tools: tools)
            Section(Words.comments) {
                ForEach(model.rows) { row in
                    CommentRow(row: row) { model.toggle(row.id) }
                }
                if model.isLoadingComments {
                    ProgressView(Words.loading)
                }
                if model.isSilent {
                    Text(Words.noComments).foregroundStyle(.secondary)
                }
                if let missing = model.missingText {
                    Text(missing).foregroundStyle(.secondary)
                }
            }
        }
        .toolbar {
            if model.isFolded {
                Button(Words.unfoldAll) { model.unfoldAll() }
            } else {
                Button(Words.foldAll) { model.foldAll() }
            }
        }
    }
}

/// The item itself, with the options of a poll.
private struct ThreadHead: View {
    let item: HackerNews.Item
    let options: [HackerNews.Item]
    let tools: ReaderTools

    var body: some View {
        if let link = item.readingLink {
            Link(item.headline, destination: link).font(.headline)
        } else {
            Text(item.screenTitle).font(.headline)
        }
        Text(item.facts(now: Date())).font(.caption).foregroundStyle(.secondary)
        Paragraphs(paragraphs: item.numberedParagraphs)
        ForEach(options) { Text($0.optionText) }
        if let name = item.by {
            NavigationLink(name) { UserView(name: name, tools) }
        }
    }
}

/// A comment, indented by its depth; its heading folds the replies.
private struct CommentRow: View {
    let row: ThreadViewModel.Row
    let fold: @MainActor () -> Void

    var body: some View {
        VStack(alignment: .leading) {
            Button(action: fold) {
                HStack {
                    Text(row.comment.commentFacts(now: Date())).font(.caption).foregroundStyle(.secondary)
                    if row.isByAuthor {
                        Text(Words.author).font(.caption.bold())
                    }
                    if let hidden = row.hiddenText {
                        Text(hidden).font(.caption)
                    }
                }
            }
            .buttonStyle(.borderless)
            .accessibilityHint(row.foldLabel)
            if !row.isFolded {
                Paragraphs(paragraphs: row.comment.numberedParagraphs)
            }
        }
        .padding(.leading, row.indentation)
    }
}
