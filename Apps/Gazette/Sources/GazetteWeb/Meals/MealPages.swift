import Foundation
import Freshet
import FreshetCombine
import ReaderModels
import TheMealDB

/// Meals by category.
final class MealsPage: PageContent {
    let section = Section.meals
    private let model: MealBrowserViewModel
    private let address: PageAddress
    private let pictures: PictureLinks

    init(_ address: PageAddress, _ tools: PageTools) {
        self.address = address
        pictures = tools.pictures
        model = MealBrowserViewModel(
            tools.clients.meals, category: address["category"], scheduler: tools.scheduler)
    }

    var title: String { model.category.map { "Meals: \($0)" } ?? "Meals" }
    var link: String { address.link() }
    var changes: AnyPublisher<Void, Never> { model.objectWillChange.eraseToAnyPublisher() }

    func handle(_ input: PageInput) -> Bool {
        switch (input.name, input.value) {
        case ("retry", _): model.retry()
        default: return false
        }
        return true
    }

    func start() { model.start() }

    func proceed() -> Bool {
        if model.categories.isFetching || model.meals.list.isFetching { return false }
        return model.categories.value == nil || model.meals.list.value != nil || model.meals.list.error != nil
    }

    func regions() -> [Region] {
        var status = StatusContext(
            model.meals, retry: address.link(), empty: "There are no meals of this category.", noun: "meals")
        if let error = model.selectedError {
            status.error = StatusContext.failure(error, retry: address.link(), keeps: model.categories.value != nil)
        }
        return [
            Region.search(SearchContext(action: "/meals/search", name: "q", label: "Name of a meal", value: "")),
            Region(
                "views", "tabs",
                TabsContext(
                    label: "Categories",
                    tabs: (model.categories.value ?? []).map { category in
                        .init(
                            href: PageAddress.link(["meals"], ["category": category.name]), title: category.name,
                            isCurrent: category.name == model.category)
                    })),
            Region("status", "status", status),
            Region("list", "meals", MealRows(model.meals.items, pictures)),
        ]
    }
}

/// The search for meals.
final class MealSearchPage: PageContent {
    let section = Section.meals
    let title = "Search meals"
    private let model: PagedSearch<TheMealDB.Meal>
    private let address: PageAddress
    private let pictures: PictureLinks

    init(_ address: PageAddress, _ tools: PageTools) {
        self.address = address
        pictures = tools.pictures
        model = .meals(tools.clients.meals, scheduler: tools.scheduler)
    }

    var link: String { address.link(["q": model.text]) }
    var changes: AnyPublisher<Void, Never> { model.objectWillChange.eraseToAnyPublisher() }

    func handle(_ input: PageInput) -> Bool {
        switch (input.name, input.value) {
        case ("q", let text): model.text = text
        case ("retry", _): model.retry()
        default: return false
        }
        return true
    }

    func start() {
        model.text = address["q"] ?? ""
        model.submit()
    }

    func proceed() -> Bool { model.results.query == nil || !model.results.list.isFetching }

    func regions() -> [Region] {
        [
            Region.search(
                SearchContext(action: "/meals/search", name: "q", label: "Name of a meal", value: address["q"] ?? "")),
            Region(
                "status", "status",
                StatusContext(
                    model.results, retry: address.link(), notice: model.idleReason?.message,
                    empty: "No meal is called “\(address["q"] ?? "")”. Try a shorter part of its name.",
                    noun: "meals")),
            Region("list", "meals", MealRows(model.results.items, pictures)),
        ]
    }
}

struct MealRows {
    struct Row {
        let title: String
        let href: String
        let picture: String?
        let facts: String?
    }

    let meals: [Row]

    init(_ meals: [TheMealDB.MealSummary], _ pictures: PictureLinks) {
        self.meals = meals.map {
            Row(
                title: $0.name, href: PageAddress.link(["meals", $0.id]), picture: pictures.link($0.thumbnail(.medium)),
                facts: nil)
        }
    }

    init(_ meals: [TheMealDB.Meal], _ pictures: PictureLinks) {
        self.meals = meals.map { meal in
            Row(
                title: meal.name, href: PageAddress.link(["meals", meal.id]),
                picture: pictures.link(meal.thumbnail(.medium)),
                facts: [meal.category, meal.area].compactMap(\.self).joined(separator: ", "))
        }
    }
}

/// One meal with its recipe.
final class MealPage: PageContent {
    let section = Section.meals
    private let model: MealDetailViewModel
    private let address: PageAddress
    private let pictures: PictureLinks

    init(id: String, _ address: PageAddress, _ tools: PageTools) {
        self.address = address
        pictures = tools.pictures
        model = MealDetailViewModel(tools.clients.meals, id: id, scheduler: tools.scheduler)
    }

    var title: String { model.meal.value?.name ?? "Meal" }
    var link: String { address.link() }
    var changes: AnyPublisher<Void, Never> { model.objectWillChange.eraseToAnyPublisher() }

    func handle(_ input: PageInput) -> Bool {
        switch (input.name, input.value) {
        case ("retry", _): model.load()
        default: return false
        }
        return true
    }

    func start() { model.load() }

    func proceed() -> Bool { !model.meal.isFetching }

    private struct Portion {
        let ingredient: String
        let measure: String?
    }

    private struct Context {
        let facts: [String]
        let picture: String?
        let portions: [Portion]
        let steps: [String]
        let video: String?
        let source: String?
        let sourceHost: String?
    }

    func regions() -> [Region] {
        let status = Region(
            "status", "status",
            StatusContext(
                isLoading: model.meal.isFetching, error: model.selectedError, retry: address.link(),
                keeps: model.meal.value != nil))
        guard let meal = model.meal.value else { return [status] }
        return [
            status,
            Region(
                "meal", "meal",
                Context(
                    facts: [meal.category, meal.area].compactMap(\.self) + meal.tags,
                    picture: pictures.link(meal.thumbnail(.large)),
                    portions: meal.portions.map { Portion(ingredient: $0.ingredient, measure: $0.measure) },
                    steps: meal.steps, video: meal.youTube?.absoluteString, source: meal.source?.absoluteString,
                    sourceHost: meal.source?.host())),
        ]
    }
}

/// The networking lab, as it stands before anything was fetched.
final class LabPage: PageContent {
    let section = Section.lab
    let title = "Networking lab"
    private let model: MealsViewModel
    private let fetched: String?

    init(_ address: PageAddress, _ tools: PageTools) {
        model = MealsViewModel(tools.clients.meals, scheduler: tools.scheduler)
        model.mockFails = address["fails"] == "yes"
        fetched = address["fetch"]
    }

    var link: String { "/lab" }
    var changes: AnyPublisher<Void, Never> { model.objectWillChange.eraseToAnyPublisher() }

    func handle(_ input: PageInput) -> Bool {
        switch (input.name, input.value) {
        case ("fetch", let id): model.row(id)?.fetch()
        case ("cancel", let id): model.row(id)?.cancel()
        case ("cancelAll", _): model.cancelAll()
        case ("fails", let flag): model.mockFails = flag == "yes"
        default: return false
        }
        return true
    }

    func start() { fetched.flatMap(model.row)?.fetch() }

    func proceed() -> Bool { !model.isLoading }

    private struct Row {
        let id: String
        let title: String
        let text: String
        let info: String
        let canFetch: Bool
        let canCancel: Bool
    }

    private struct Context {
        let fails: Bool
        let isLoading: Bool
        let rows: [Row]
    }

    func regions() -> [Region] {
        [
            Region(
                "lab", "lab",
                Context(
                    fails: model.mockFails, isLoading: model.isLoading,
                    rows: model.rows.map {
                        Row(
                            id: $0.id, title: $0.title, text: $0.text, info: $0.info, canFetch: $0.canFetch,
                            canCancel: $0.canCancel)
                    }))
        ]
    }
}
