import AppleUI
import ReaderModels

/// The status of a list, as its first row.
struct StatusView: View {
    let status: ScreenStatus
    let retry: @MainActor () -> Void
    let cancel: @MainActor () -> Void

    var body: some View {
        if status.isLoading {
            HStack {
                ProgressView(Words.loading)
                Button(Words.stop, action: cancel).buttonStyle(.borderless)
            }
        }
        if let count = status.count {
            HStack {
                Text(count).font(.caption).foregroundStyle(.secondary)
                if status.isRefreshing { ProgressView() }
            }
        }
        if let notice = status.notice {
            Text(notice).foregroundStyle(.secondary)
        }
        if status.isStopped {
            Button(Words.loadAgain, action: retry)
        }
        if let date = status.staleSince {
            VStack(alignment: .leading) {
                Label(Words.savedCopy, systemImage: Symbols.stale).font(.caption.bold())
                Text(ScreenStatus.stale(since: date, now: Date())).font(.caption)
            }
            .accessibilityElement(children: .combine)
        }
    }
}
