import Foundation
import Freshet
import FreshetCombine
import LivePages
import ReaderModels
import ReaderStorage
import TheMealDB

/// Meals by category.
final class MealsPage: ModelPage {
    let section: Section? = .meals
    let model: MealBrowserViewModel
    let address: PageAddress
    private let pictures: PictureLinks

    init(_ address: PageAddress, _ tools: PageTools) {
        self.address = address
        pictures = tools.pictures
        model = MealBrowserViewModel(tools.clients.meals, category: address["category"], scheduler: tools.scheduler)
    }

    var title: String { model.title }

    func start() { model.start() }
    func retry() { model.retry() }
    func cancel() { model.cancel() }
    func dismiss() { model.dismissError() }

    func proceed() -> Bool {
        if model.categories.isFetching || model.meals.fetch.isFetching { return false }
        return model.categories.value == nil || model.meals.fetch.value != nil || model.meals.fetch.error != nil
    }

    func regions() -> [Region] {
        var status = StatusContext(model.status, model.meals, retry: address.link())
        if let error = model.selectedError {
            status.error = .init(
                error, retry: address.link(), keeps: model.categories.value != nil, since: model.categories.receivedAt)
        }
        let isAwaited = (model.meals.fetch.isFetching || model.categories.isFetching) && model.meals.items.isEmpty
        let views = Region(
            "views", tabs, isAwaited: model.categories.isFetching && model.categories.value == nil, .line)
        return [
            Region.search(
                SearchContext(action: "/meals/search", name: "q", label: SearchTexts.meals.prompt, value: "")),
            Region("status", status), views,
            Region("list", MealRows(model.meals.items, pictures), isAwaited: isAwaited, .squares),
        ]
    }

    private var tabs: TabsContext {
        TabsContext(
            label: "Categories",
            tabs: (model.categories.value ?? []).map { category in
                .init(
                    href: PageAddress.link(["meals"], ["category": category.name]), title: category.name,
                    isCurrent: category.name == model.category)
            })
    }
}

extension SearchPage where Item == TheMealDB.Meal {
    static func meals(_ address: PageAddress, _ tools: PageTools) -> SearchPage {
        SearchPage(
            .meals(tools.clients.meals, scheduler: tools.scheduler), address,
            .init(
                section: .meals, texts: .meals,
                form: SearchContext(
                    action: "/meals/search", name: "q", label: SearchTexts.meals.prompt, value: address["q"] ?? ""),
                shape: .squares,
                rows: { MealRows($0, tools.pictures) }))
    }
}

struct MealRows {
    struct Row: EntryRow {
        let title: String
        let href: String
        let picture: String?
        let facts: String?
        var mark: MarkContext?
    }

    var meals: [Row]

    init(_ meals: [TheMealDB.MealSummary], _ pictures: PictureLinks) {
        self.meals = meals.map {
            Row(
                title: $0.name, href: PageAddress.link(["meals", $0.id]), picture: pictures.link($0.thumbnail(.medium)),
                facts: nil, mark: MarkContext(Entry($0)))
        }
    }

    init(_ meals: [TheMealDB.Meal], _ pictures: PictureLinks) {
        self.meals = meals.map { meal in
            Row(
                title: meal.name, href: PageAddress.link(["meals", meal.id]),
                picture: pictures.link(meal.thumbnail(.medium)),
                facts: [meal.category, meal.area].compactMap(\.self).joined(separator: ", "),
                mark: MarkContext(Entry(meal)))
        }
    }
}

extension MealRows: TemplateContext {
    static let template = "meals"

    var entries: [Entry] { meals.entries }
    mutating func mark(_ marks: Marks.Lookup) { meals.mark(marks) }
}
