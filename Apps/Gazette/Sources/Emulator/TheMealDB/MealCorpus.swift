import Foundation

/// The recipes of the emulated TheMealDB, the same on every machine.
struct MealCorpus: Sendable {
    static let shared = MealCorpus()

    struct Meal: Sendable {
        let id: Int
        let name: String
        let category: String
        let area: String
        let ingredients: [String]
        /// The name of its picture; `nil` for a meal that has none.
        let picture: String?
        /// The complete JSON of the meal.
        let json: JSONText
        /// The JSON of the meal in filter results.
        let summary: JSONText
    }

    /// The stored picture of each meal, by the name of its picture.
    let pictures: [String: String]
    /// The meals by their ids.
    let meals: [Meal]
    let categories: JSONText
    let categoryNames: [String]
    private let categoryDishes: [String: String]
    private let ingredientTypes: [String: String]
    let areas: [String]
    let ingredients: JSONText

    private struct Recipe: Decodable {
        let name: String
        let category: String
        let area: String
        let ingredients: [[String]]
        let steps: [String]
        let tags: [String]
        /// The stored picture of the dish.
        let dish: String
        let youtube: Bool
        let source: Bool
    }

    private struct Category: Decodable {
        let name: String
        let description: String
        /// The stored picture of the category.
        let dish: String
    }

    private struct Ingredient: Decodable {
        let name: String
        let type: String?
        let description: String?
    }

    private init() {
        let recipes = Corpus.read([Recipe].self, "TheMealDB", "meals")
        meals = recipes.enumerated().map { Self.meal($0.element, number: $0.offset) }
        pictures = Dictionary(
            zip(meals, recipes).compactMap { meal, recipe in meal.picture.map { ($0, "meals/\(recipe.dish).jpg") } }
        ) { first, _ in first }
        let categories = Corpus.read([Category].self, "TheMealDB", "categories")
        categoryNames = categories.map(\.name)
        categoryDishes = Dictionary(uniqueKeysWithValues: categories.map { ($0.name.lowercased(), $0.dish) })
        areas = Set(meals.map(\.area)).sorted()
        self.categories = .array(
            categories.enumerated().map { index, category in
                .object([
                    ("idCategory", .string(String(index + 1))), ("strCategory", .string(category.name)),
                    (
                        "strCategoryThumb",
                        .string("\(MealRoutes.origin)/images/category/\(category.name.lowercased()).png")
                    ),
                    ("strCategoryDescription", .string(category.description)),
                ])
            })
        let ingredients = Corpus.read([Ingredient].self, "TheMealDB", "ingredients")
        ingredientTypes = Dictionary(ingredients.map { ($0.name.lowercased(), $0.type ?? "") }) { first, _ in first }
        self.ingredients = .array(
            ingredients.enumerated().map { index, ingredient in
                .object([
                    ("idIngredient", .string(String(index + 1))), ("strIngredient", .string(ingredient.name)),
                    ("strDescription", .optional(ingredient.description)), ("strType", .optional(ingredient.type)),
                ])
            })
    }

    /// Returns the stored picture of a category, whose name is in lower case.
    func picture(ofCategory name: String) -> String? {
        categoryDishes[name].map { "meals/\($0).jpg" }
    }

    /// Returns the stored picture of an ingredient, whose name is in lower case: one for all of its type.
    func picture(ofIngredient name: String) -> String {
        let picture =
            switch ingredientTypes[name] {
            case "Vegetable", "Legume", "Fruit", "Herb": "vegetables"
            case "Meat", "Poultry": "meat"
            case "Fish", "Seafood": "seafood"
            case "Dairy": "dairy"
            case "Spice": "spice"
            default: "pantry"
            }
        return "ingredients/\(picture).png"
    }

    private static func meal(_ recipe: Recipe, number: Int) -> Meal {
        let id = 52_764 + number
        var generator = SeededGenerator("meal \(recipe.name)")
        // A few have no picture.
        let pictureName = generator.unit() < 0.03 ? nil : Self.pictureName(&generator)
        let picture = pictureName.map { "\(MealRoutes.origin)/images/media/meals/\($0).jpg" }
        var members: [(String, JSONText)] = [
            ("idMeal", .string(String(id))), ("strMeal", .string(recipe.name)),
            // The service uses both the newer and the older name of the key.
            (number.isMultiple(of: 3) ? "strDrinkAlternate" : "strMealAlternate", .null),
            ("strCategory", .string(recipe.category)), ("strArea", .string(recipe.area)),
            ("strInstructions", .string(instructions(recipe.steps, number: number))),
            ("strMealThumb", .optional(picture)), ("strTags", tags(recipe.tags, number: number)),
            (
                "strYoutube",
                .string(recipe.youtube ? "https://www.youtube.com/watch?v=\(Self.pictureName(&generator))" : "")
            ),
        ]
        // The service fills unused places with an empty text or with `null`, also within one meal.
        func place(_ index: Int, _ part: Int) -> JSONText {
            if index < recipe.ingredients.count { return .string(recipe.ingredients[index][part]) }
            return index < 15 ? .string(index == 12 ? " " : "") : .null
        }
        for index in 0..<20 { members.append(("strIngredient\(index + 1)", place(index, 0))) }
        for index in 0..<20 { members.append(("strMeasure\(index + 1)", place(index, 1))) }
        let source =
            recipe.source
            ? JSONText.string("https://kitchen.example/recipes/\(id)") : number.isMultiple(of: 2) ? .null : .string("")
        members += [
            ("strSource", source), ("strImageSource", .null), ("strCreativeCommonsConfirmed", .null),
            ("dateModified", .null),
        ]
        return Meal(
            id: id, name: recipe.name, category: recipe.category, area: recipe.area,
            ingredients: recipe.ingredients.map { $0[0] }, picture: pictureName, json: .object(members),
            summary: .object([
                ("strMeal", .string(recipe.name)), ("strMealThumb", .optional(picture)),
                ("idMeal", .string(String(id))),
            ]))
    }

    private static func instructions(_ steps: [String], number: Int) -> String {
        switch number % 4 {
        case 0: steps.enumerated().map { "STEP \($0.offset + 1)\r\n\($0.element)" }.joined(separator: "\r\n\r\n")
        case 1: steps.joined(separator: "\r\n\r\n")
        default: steps.joined(separator: "\r\n")
        }
    }

    private static func tags(_ tags: [String], number: Int) -> JSONText {
        guard !tags.isEmpty else { return number.isMultiple(of: 2) ? .null : .string("") }
        return .string(tags.joined(separator: number.isMultiple(of: 5) ? ", " : ",") + (number % 7 == 0 ? "," : ""))
    }

    private static func pictureName(_ generator: inout SeededGenerator) -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
        return String((0..<11).map { _ in letters[Int.random(in: letters.indices, using: &generator)] })
    }
}
