import AppleUI
import HackerNews
import ReaderModels

/// The paragraphs of a text; its HTML is reduced to code blocks and text with emphasis and links.
struct Paragraphs: View {
    let paragraphs: [NumberedParagraph]

    var body: some View {
        ForEach(paragraphs) { numbered in
            switch numbered.paragraph {
            case .code(let code): Text(code).font(.body.monospaced())
            case .text(let runs): runs.reduce(Text(AttributedString())) { $0 + text(of: $1) }
            }
        }
    }

    private func text(of run: HackerNews.Paragraph.Run) -> Text {
        run.isEmphasised ? Text(run.attributed).italic() : Text(run.attributed)
    }
}
