import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import ReaderModels
import Testing
import TheMealDB

@Suite(.timeLimit(.minutes(2)))
struct MealBrowserViewModelTests {
    let clock = ManualClock()
    let backend = Backend()
    let client: Client<TheMealDB>

    init() {
        backend.respond(to: "categories.php", with: .categories(["Beef", "Pasta"]))
        backend.respond(to: "c=Beef", with: .meals([1, 2]))
        backend.respond(to: "c=Pasta", with: .meals([3]))
        client = Client(TheMealDB(), transport: backend.transport, cache: nil, retry: .never, time: clock.time)
    }

    private func model(_ category: String? = nil) -> MealBrowserViewModel {
        MealBrowserViewModel(client, category: category, scheduler: clock.scheduler)
    }

    private func settle(_ model: MealBrowserViewModel, on ids: [String]) async throws {
        try await clock.settle {
            model.meals.items.map(\.id) == ids && !model.meals.fetch.isFetching && !model.categories.isFetching
        }
    }

    @Test func theFirstCategoryIsShownByDefault() async throws {
        let first = model()
        try await clock.runDueWork()
        #expect(backend.targets.isEmpty)
        first.start()
        try await settle(first, on: ["1", "2"])
        #expect(first.category == "Beef" && first.categories.value?.map(\.name) == ["Beef", "Pasta"])
        #expect(backend.targets.count == 2)
        let told = model("Pasta")
        told.start()
        try await settle(told, on: ["3"])
        #expect(told.category == "Pasta")
        // The categories have come just now.
        #expect(backend.targets.count == 3)
    }

    @Test func loadingBeginsWithTheCategories() async throws {
        let gate = Gate()
        backend.respond(to: "categories.php", with: .categories(["Beef", "Pasta"]), at: gate)
        let first = model()
        first.start()
        try await clock.settle { gate.waiterCount == 1 }
        #expect(first.status.isLoading)
        first.cancel()
        try await clock.settle { !first.categories.isFetching }
        #expect(!first.status.isLoading && first.status.isStopped)
        gate.open()
        first.retry()
        try await settle(first, on: ["1", "2"])
        #expect(first.status.count?.hasPrefix("2 of 2 meals") == true)
    }

    @Test("A slow old category never shows (T3)")
    func latestWins() async throws {
        let gate = Gate()
        backend.respond(to: "c=Beef", with: .meals([1, 2]), at: gate)
        let model = model("Beef")
        model.start()
        try await clock.settle { gate.waiterCount == 1 }
        model.category = "Pasta"
        try await settle(model, on: ["3"])
        gate.open()
        try await clock.runDueWork()
        #expect(model.meals.items.map(\.id) == ["3"])
    }

    @Test("A failure leaves what was there, and the next category comes (T4)")
    func failure() async throws {
        let model = model()
        model.start()
        try await settle(model, on: ["1", "2"])
        backend.fail("c=Pasta")
        model.category = "Pasta"
        try await clock.settle { model.meals.selectedError != nil }
        #expect(model.meals.items.count == 2 && model.meals.fetch.isStale && model.selectedError == nil)
        model.dismissError()
        #expect(model.meals.selectedError == nil)
        model.category = "Beef"
        try await settle(model, on: ["1", "2"])
        model.category = "Pasta"
        try await clock.settle { model.meals.selectedError != nil }
        backend.respond(to: "c=Pasta", with: .meals([3]))
        model.retry()
        try await settle(model, on: ["3"])
    }

    @Test func withoutCategoriesThereIsAFailureAndARetry() async throws {
        backend.fail("categories.php")
        let model = model()
        model.start()
        try await clock.settle { model.selectedError != nil }
        #expect(model.category == nil && model.categories.value == nil)
        model.dismissError()
        #expect(model.selectedError == nil && model.categories.error == nil)
        backend.respond(to: "categories.php", with: .categories(["Pasta"]))
        model.retry()
        try await settle(model, on: ["3"])
    }

    @Test func aCategoryWithoutMealsIsEmpty() async throws {
        backend.respond(to: "c=Beef", with: .noMeals)
        let model = model()
        model.start()
        try await clock.settle { model.meals.isEmpty }
        #expect(model.meals.selectedError == nil)
    }

    @Test func mealsAreFoundByTheirNames() async throws {
        backend.respond(to: "s=risotto", with: .meals([7]))
        let search = PagedSearch<TheMealDB.Meal>.meals(client, scheduler: clock.scheduler)
        search.text = "r"
        search.submit()
        #expect(search.idleReason == .tooShort(minimum: 2))
        search.text = "risotto"
        clock.advance(by: .milliseconds(300))
        try await clock.settle { search.results.items.map(\.id) == ["7"] }
        backend.respond(to: "s=soup", with: .noMeals)
        search.text = "soup"
        search.submit()
        try await clock.settle { search.results.isEmpty }
        #expect(backend.targets.count == 2)
    }
}

@Suite(.timeLimit(.minutes(2)))
struct MealDetailViewModelTests {
    let clock = ManualClock()
    let backend = Backend()
    let model: MealDetailViewModel

    init() {
        model = MealDetailViewModel(
            Client(TheMealDB(), transport: backend.transport, cache: nil, retry: .never), id: "52772",
            scheduler: clock.scheduler)
    }

    @Test func aMealComesWithItsRecipe() async throws {
        backend.respond(
            to: "i=52772",
            with: .json(#"{"meals":[{"idMeal":"52772","strMeal":"Teriyaki","strIngredient1":"soy sauce"}]}"#))
        model.load()
        try await clock.settle { model.meal.value != nil && !model.meal.isFetching }
        #expect(model.meal.value?.portions.map(\.ingredient) == ["soy sauce"])
    }

    @Test func anAbsentMealIsReportedAsSuch() async throws {
        backend.respond(to: "i=52772", with: .noMeals)
        model.load()
        try await clock.settle { model.selectedError != nil }
        #expect(model.selectedError?.text == "TheMealDB has no meal 52772.")
        #expect(model.selectedError?.remedy == SelectedError.Remedy.none)
        model.dismissError()
        #expect(model.selectedError == nil && model.meal.error == nil)
        backend.respond(to: "i=52772", with: .meals([52772]))
        model.load()
        try await clock.settle { model.meal.value != nil }
        #expect(model.selectedError == nil)
    }

    @Test func aCancelLeavesWhatWasShown() async throws {
        backend.hold("i=52772")
        model.load()
        try await clock.settle { backend.openCount() == 1 }
        model.cancel()
        try await clock.settle { backend.openCount() == 0 }
        #expect(!model.meal.isFetching && model.selectedError == nil)
    }
}
