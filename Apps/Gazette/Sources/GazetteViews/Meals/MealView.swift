import AppleUI
import FreshetCombine
import ReaderModels
import TheMealDB

/// The row of a meal, which leads to its recipe.
struct MealLink: View {
    let id: String
    let name: String
    let picture: URL?
    let tools: ReaderTools

    var body: some View {
        NavigationLink {
            MealView(id: id, tools)
        } label: {
            HStack {
                FramedPicture(url: picture, store: tools.mealPictures, label: name, frame: .square)
                Text(name).font(.headline)
            }
            .accessibilityElement(children: .combine)
        }
    }
}

/// One meal with its recipe.
struct MealView: View {
    @StateObject private var model: MealDetailViewModel
    private let tools: ReaderTools

    init(id: String, _ tools: ReaderTools) {
        _model = StateObject(wrappedValue: MealDetailViewModel(tools.clients.meals, id: id))
        self.tools = tools
    }

    var body: some View {
        DetailScreen(model, title: model.title) { meal in
            Text(meal.facts).font(.subheadline).foregroundStyle(.secondary)
            PictureView(meal.thumbnail(.large), from: tools.mealPictures, label: meal.pictureLabel) {
                SwingingBox()
            }
            Section(Words.ingredients) {
                ForEach(meal.numberedPortions) { Text($0.text) }
            }
            Section(Words.steps) {
                ForEach(meal.numberedSteps) { Text($0.numbered) }
            }
            if let video = meal.youTube {
                Link(Words.video, destination: video)
            }
            if let source = meal.source {
                Link(meal.sourceText, destination: source)
            }
        }
    }
}
