import Foundation
import Freshet
public import FreshetCombine
public import TheMealDB

extension TheMealDB.Meal {
    /// Category, area and tags in one line.
    public var facts: String { ([category, area].compactMap(\.self) + tags).joined(separator: " · ") }

    /// The text of the link to the page of the recipe: its host.
    public var sourceText: String { source?.host() ?? name }

    /// The accessibility label of the picture.
    public var pictureLabel: String { "Picture of \(name)" }

    /// The steps of the recipe, with identities.
    public var numberedSteps: [NumberedText] { NumberedText.list(steps) }

    /// The ingredients, with identities, since one may occur twice.
    public var numberedPortions: [NumberedText] { NumberedText.list(portions.map(\.text)) }
}

extension TheMealDB.Meal.Portion {
    /// The ingredient and how much of it: "Rice: 2 cups".
    public var text: String { measure.map { "\(ingredient): \($0)" } ?? ingredient }
}

extension MealBrowserViewModel {
    /// The title of the screen.
    public var title: String { category.map { "Meals: \($0)" } ?? "Meals" }

    /// The name of the category that is chosen; empty before there is one.
    public var chosenCategory: String {
        get { category ?? "" }
        set { category = newValue }
    }

    /// The status of the screen.
    public var status: ScreenStatus {
        // There are no meals to load until there is a category.
        meals.query == nil
            ? ScreenStatus(categories, error: selectedError, noun: "meals")
            : ScreenStatus(meals, empty: "This category has no meals.", noun: "meals")
    }
}

extension MealDetailViewModel {
    /// The title of the screen.
    public var title: String { meal.value?.name ?? "Meal" }
}
