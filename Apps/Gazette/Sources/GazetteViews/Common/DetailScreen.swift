import AppleUI
import FreshetCombine
import ReaderModels

/// The screen of a single element: it loads, can be refreshed, and cancels loading when it disappears.
struct DetailScreen<Model: DetailModel, Content: View>: View {
    @ObservedObject var model: Model
    let title: String
    let content: (Model.Value) -> Content

    init(_ model: Model, title: String, @ViewBuilder content: @escaping (Model.Value) -> Content) {
        _model = ObservedObject(wrappedValue: model)
        self.title = title
        self.content = content
    }

    var body: some View {
        StateView(model.fetch.loadingState, load: { model.load() }) { value in
            List { content(value) }
        }
        .navigationTitle(title)
        .errorAlert(of: model)
        .onDisappear { model.cancel() }
    }
}

/// A text below a heading.
struct Fact: View {
    let name: String
    let text: String?

    var body: some View {
        if let text {
            LabeledContent(name, value: text)
        }
    }
}
