import Foundation
import Freshet
import FreshetCombine
import ReaderModels
import TheMealDB

/// The meals of a category, and their search.
final class MealsList: TUIList {
    private let client: Client<TheMealDB>
    private let model: MealBrowserViewModel
    private let found: PagedSearch<TheMealDB.Meal>
    private var isSearching = false

    init(_ client: Client<TheMealDB>) {
        self.client = client
        model = MealBrowserViewModel(client)
        found = .meals(client)
    }

    var content: TUIContent {
        if isSearching {
            return TUIContent(found.results, found.status(.meals)) { meal in
                TUIRow(
                    section: .meals, id: meal.id, title: meal.name, facts: meal.facts, url: MealRecord.page(meal.id))
            }
        }
        let category = model.category ?? ""
        var content = TUIContent(model.meals, model.status, name: category) { meal in
            TUIRow(section: .meals, id: meal.id, title: meal.name, facts: category, url: MealRecord.page(meal.id))
        }
        if model.categories.value == nil {
            content.status = Words.loading
            content.problem = model.selectedError.map { "\($0.text) Press r to try again." }
        }
        return content
    }

    func observe(_ onChange: @escaping () -> Void) -> [AnyCancellable] {
        [model.objectWillChange.sink { _ in onChange() }, found.objectWillChange.sink { _ in onChange() }]
    }

    func appear() { model.start() }
    func disappear() { model.cancel() }
    func reload() { if isSearching { found.retry() } else { model.retry() } }
    func loadMore() { if isSearching { found.results.loadMore() } else { model.meals.loadMore() } }

    func turn(by offset: Int) {
        let names = (model.categories.value ?? []).map(\.name)
        if let next = names.turned(from: model.category, by: offset) { model.category = next }
    }

    func search(_ text: String?) {
        isSearching = text != nil
        found.text = text ?? ""
    }

    func detail(of row: TUIRow) -> TUIDetailSource? {
        .model(MealDetailViewModel(client, id: row.id), key: row.key, title: row.title) { meal, detail in
            detail.facts = meal.facts
            detail.url = MealRecord.page(meal.id)
            detail.picture = meal.thumbnail(.medium)?.absoluteString
            detail.add("Ingredients", meal.portions.map(\.text))
            detail.add("Steps", meal.numberedSteps.map(\.numbered))
        }
    }
}
