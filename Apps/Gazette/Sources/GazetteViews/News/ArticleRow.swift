import AppleUI
import FreshetCombine
import NewsAPI
import ReaderModels

/// An article: headline, outlet and day, picture, summary, and a link to read it.
struct ArticleRow: View {
    let article: NewsAPI.Article
    let pictures: ImageStore

    var body: some View {
        VStack(alignment: .leading) {
            Text(article.headline).font(.headline)
            Text(article.rowFacts()).font(.caption).foregroundStyle(.secondary)
            ArticleImage(url: article.picture, store: pictures, label: article.headline)
            if let summary = article.summary {
                Text(summary).font(.body).lineLimit(12)
            }
            if let link = article.readingLink {
                Link(Words.read, destination: link).buttonStyle(.borderless)
            }
        }
    }
}

/// The picture of an article; a grey box with swinging words until it has loaded.
struct ArticleImage: View {
    let url: URL?
    let store: ImageStore
    let label: String

    var body: some View {
        PictureView(url, from: store, label: label) { SwingingBox() }
            .containerRelativeFrame(.horizontal) { width, _ in width * PictureBox.widthShare }
    }
}

/// A grey box whose words swing from side to side.
struct SwingingBox: View {
    @Environment(\.accessibilityReduceMotion) private var reducesMotion
    @State private var isSwung = false

    var body: some View {
        RoundedRectangle(cornerRadius: PosterFrame.cornerRadius).fill(.quaternary)
            .aspectRatio(PictureBox.aspectRatio, contentMode: .fit)
            .overlay {
                Text(Words.loading)
                    .rotationEffect(
                        .degrees(PictureBox.degrees(isSwung: isSwung, reducesMotion: reducesMotion))
                    )
                    .animation(
                        .easeInOut(duration: PictureBox.swingSeconds).repeatForever(autoreverses: true), value: isSwung)
            }
            .onAppear { isSwung = true }
    }
}
