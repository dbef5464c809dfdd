import AppleUI
import FreshetCombine
import ReaderModels
import TheMealDB

/// Meals by category.
struct MealsView: View {
    @StateObject private var model: MealBrowserViewModel
    private let tools: ReaderTools

    init(_ tools: ReaderTools) {
        _model = StateObject(wrappedValue: MealBrowserViewModel(tools.clients.meals))
        self.tools = tools
    }

    var body: some View {
        StateView(model.categories.loadingState, load: { model.start() }) { categories in
            List {
                Picker(Words.category, selection: $model.chosenCategory) {
                    ForEach(categories) { Text($0.name).tag($0.name) }
                }
                .pickerStyle(.menu)
                PagedRows(model.meals, status: model.status) { meal in
                    MealLink(id: meal.id, name: meal.name, picture: meal.thumbnail(.medium), tools: tools)
                }
            }
            .refreshing(model.meals)
        }
        .navigationTitle(model.title)
        .toolbar {
            NavigationLink {
                SearchView(.meals(tools.clients.meals), texts: .meals) { meal in
                    MealLink(id: meal.id, name: meal.name, picture: meal.thumbnail(.medium), tools: tools)
                }
            } label: {
                Label(Words.search, systemImage: Symbols.search)
            }
        }
        .errorAlert(of: model)
        .errorAlert(of: model.meals)
        .onDisappear { model.cancel() }
    }
}
