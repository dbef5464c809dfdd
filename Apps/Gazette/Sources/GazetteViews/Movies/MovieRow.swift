import AppleUI
import FreshetCombine
import ReaderModels
import TMDb

/// A movie: poster, title, score, day of release and the beginning of its overview.
struct MovieRow: View {
    let movie: TMDb.Movie
    let pictures: ImageStore

    var body: some View {
        HStack(alignment: .top) {
            FramedPicture(
                url: movie.posterURL(.w500), store: pictures, label: movie.posterLabel, frame: .medium)
            VStack(alignment: .leading) {
                Text(movie.title).font(.headline)
                HStack {
                    ScoreRing(movie: movie)
                    if let day = movie.releaseText() {
                        Text(day).font(.caption).foregroundStyle(.secondary)
                    }
                }
                Text(movie.overview).font(.subheadline).lineLimit(3)
            }
        }
    }
}

/// The score of a movie as a ring with a percentage; empty without votes.
struct ScoreRing: View {
    let movie: TMDb.Movie

    var body: some View {
        if let band = movie.scoreBand {
            ZStack {
                Circle().stroke(.quaternary, lineWidth: ScoreBand.lineWidth)
                Circle().trim(from: 0, to: movie.scoreShare)
                    .stroke(band.color, style: StrokeStyle(lineWidth: ScoreBand.lineWidth, lineCap: .round))
                    .rotationEffect(.degrees(ScoreBand.startDegrees))
                Text(movie.percentText).font(.caption.bold())
            }
            .frame(width: ScoreBand.diameter, height: ScoreBand.diameter)
            .accessibilityElement()
            .accessibilityLabel(movie.scoreLabel)
        }
    }
}

extension ScoreBand {
    /// The system colour of the band, which suits light and dark appearance.
    var color: Color {
        switch self {
        case .red: .red
        case .orange: .orange
        case .yellow: .yellow
        case .green: .green
        }
    }
}
