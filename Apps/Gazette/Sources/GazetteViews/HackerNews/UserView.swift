import AppleUI
import FreshetCombine
import HackerNews
import ReaderModels

/// A user with their latest stories and comments.
struct UserView: View {
    @StateObject private var model: UserViewModel
    private let tools: ReaderTools

    init(name: String, _ tools: ReaderTools) {
        _model = StateObject(wrappedValue: UserViewModel(tools.clients.hackerNews, name: name))
        self.tools = tools
    }

    var body: some View {
        DetailScreen(model, title: model.name) { user in
            Text(user.facts).font(.subheadline)
            Paragraphs(paragraphs: user.numberedParagraphs)
            Section(Words.writtenLast) {
                PagedRows(model.submissions, status: model.status) { item in
                    StoryLink(story: item, now: Date(), tools: tools)
                }
            }
        }
        .errorAlert(of: model.submissions)
    }
}
