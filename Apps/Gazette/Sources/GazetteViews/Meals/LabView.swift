import AppleUI
import FreshetCombine
import ReaderModels

/// The networking lab: rows that fetch and cancel, and an overlay while anything runs.
struct LabView: View {
    @StateObject private var model: MealsViewModel

    init(_ tools: ReaderTools) {
        _model = StateObject(wrappedValue: MealsViewModel(tools.clients.meals))
    }

    var body: some View {
        List {
            Toggle(Words.mockFails, isOn: $model.mockFails)
            ForEach(model.rows) { row in
                LabRowView(row: row) { model.explain(row) }
            }
        }
        .navigationTitle(ReaderSection.lab.title)
        .overlay {
            if model.isLoading { LoadingOverlay { model.cancelAll() } }
        }
        .alert(Words.info, isPresented: $model.isExplaining, presenting: model.explained) { _ in
            Button(Words.ok, role: .cancel) {}
        } message: { row in
            Text(row.info)
        }
        .onDisappear { model.cancelAll() }
    }
}

/// One row: its title, status text, Fetch and Cancel buttons, and a button that shows its description.
private struct LabRowView: View {
    @ObservedObject var row: LabRow
    let explain: @MainActor () -> Void

    var body: some View {
        VStack(alignment: .leading) {
            HStack {
                Text(row.title).font(.headline)
                Button(action: explain) {
                    Image(systemName: Symbols.info)
                }
                .accessibilityLabel(Words.info)
            }
            Text(row.text).foregroundStyle(.secondary)
            HStack {
                Button(Words.fetch) { row.fetch() }.disabled(!row.canFetch)
                Button(Words.cancel, role: .cancel) { row.cancel() }.disabled(!row.canCancel)
            }
        }
        // Without an explicit button style, a tap on a list row would trigger all its buttons.
        .buttonStyle(.borderless)
    }
}

/// The overlay of a screen while anything runs.
private struct LoadingOverlay: View {
    let cancel: @MainActor () -> Void

    var body: some View {
        VStack {
            ProgressView(Words.loading)
            Button(Words.cancel, role: .cancel) { cancel() }.buttonStyle(.bordered)
        }
        .padding()
        .frame(maxWidth: .infinity, maxHeight: .infinity)
        .background(.regularMaterial)
    }
}
