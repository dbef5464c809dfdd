import AppleUI
import FreshetCombine
import ReaderModels

/// Search as you type in a section, with results in pages.
struct SearchView<Item: Identifiable & Sendable, Row: View>: View where Item.ID: Sendable {
    @StateObject private var search: PagedSearch<Item>
    private let texts: SearchTexts
    private let row: (Item) -> Row

    init(
        _ search: @autoclosure @escaping () -> PagedSearch<Item>, texts: SearchTexts,
        @ViewBuilder row: @escaping (Item) -> Row
    ) {
        _search = StateObject(wrappedValue: search())
        self.texts = texts
        self.row = row
    }

    var body: some View {
        List {
            PagedRows(search.results, status: search.status(texts), row: row)
        }
        .navigationTitle(texts.title)
        .searchable(text: $search.text, prompt: texts.prompt)
        .onSubmit(of: .search) { search.submit() }
        .errorAlert(of: search.results)
        .onDisappear { search.cancel() }
    }
}
