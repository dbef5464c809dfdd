import Foundation
import Testing

@testable import Emulator

@Suite struct MealListTests {
    private let meals = Meals.corpus.meals

    // MARK: - Searching

    @Test(
        "Names are searched for a text",
        arguments: ["chicken", "CHICKEN", "hick", "%20%26%20", "cr%C3%A8me", "Beef%20and"])
    func search(_ text: String) async throws {
        let wanted = (text.removingPercentEncoding ?? text).lowercased()
        let expected = meals.map(\.name).filter { $0.lowercased().contains(wanted) }
        #expect(!expected.isEmpty && expected.count < meals.count)
        #expect(try await Meals.names("search.php?s=\(text)") == expected)
    }

    @Test func anEmptySearchHasTheFirst25() async throws {
        #expect(try await Meals.names("search.php?s=") == meals.prefix(25).map(\.name))
        #expect(try await Meals.names("search.php?s") == meals.prefix(25).map(\.name))
    }

    @Test("A letter finds what begins with it", arguments: ["b", "B", "p", "%C5%BB"])
    func letters(_ letter: String) async throws {
        let names = try await Meals.names("search.php?f=\(letter)")
        let wanted = (letter.removingPercentEncoding ?? letter).lowercased()
        #expect(!names.isEmpty)
        #expect(names.allSatisfy { $0.lowercased().trimmingPrefix(" ").hasPrefix(wanted) })
    }

    @Test func theBlankBeforeANameIsKept() async throws {
        #expect(try await Meals.names("search.php?f=b").contains(" Bubble & Squeak"))
    }

    @Test func everyMealIsFoundByItsID() async throws {
        for meal in meals {
            let found = try await Meals.meals("lookup.php?i=\(meal.id)").list
            #expect(found.map { $0["idMeal"].text } == [String(meal.id)])
            #expect(found.map { $0["strMeal"].text } == [meal.name])
        }
    }

    // MARK: - Filtering

    private static let summary = ["idMeal", "strMeal", "strMealThumb"]

    private func trimmed(_ name: String) -> String { String(name.trimmingPrefix(" ")) }

    @Test(
        "Filters are sorted by name and have few fields",
        arguments: ["c=Beef", "c=beef", "a=Italian", "a=ITALIAN", "i=garlic"])
    func filters(_ query: String) async throws {
        let found = try await Meals.meals("filter.php?\(query)").list
        #expect(found.count >= 2)
        #expect(found.allSatisfy { $0.names == Self.summary })
        let names = found.compactMap { $0["strMeal"].text }.map(trimmed)
        #expect(names == names.sorted())
    }

    @Test func everyCategoryAndAreaHasItsMeals() async throws {
        for category in Meals.corpus.categoryNames {
            let expected = meals.filter { $0.category == category }.map(\.name)
            #expect(!expected.isEmpty)
            #expect(Set(try await Meals.names("filter.php?c=\(category)")) == Set(expected))
        }
        for area in Meals.corpus.areas {
            let expected = meals.filter { $0.area == area }.map(\.name)
            #expect(Set(try await Meals.names("filter.php?a=\(area)")) == Set(expected))
        }
    }

    @Test(
        "Blanks of an ingredient come in several ways", arguments: ["black_pepper", "Black%20Pepper", "black+pepper"])
    func ingredients(_ text: String) async throws {
        let expected = meals.filter { $0.ingredients.contains { $0.lowercased() == "black pepper" } }.map(\.name)
        #expect(expected.count > 3)
        #expect(Set(try await Meals.names("filter.php?i=\(text)")) == Set(expected))
    }

    // MARK: - Lists

    @Test func thereAreFourteenCategories() async throws {
        let categories = try await Meals.get("categories.php").json()["categories"].list
        #expect(
            categories.map { $0["strCategory"].text } == [
                "Beef", "Chicken", "Dessert", "Lamb", "Miscellaneous", "Pasta", "Pork", "Seafood", "Side", "Starter",
                "Vegan", "Vegetarian", "Breakfast", "Goat",
            ])
        let numbers = categories.map { $0["idCategory"].text }
        #expect(numbers == (1...14).map { number in "\(number)" })
        for category in categories {
            #expect(
                category.names == ["idCategory", "strCategory", "strCategoryDescription", "strCategoryThumb"])
            #expect(
                category["strCategoryThumb"].text
                    == "https://www.themealdb.com/images/category/\(category["strCategory"].text?.lowercased() ?? "").png"
            )
            #expect((category["strCategoryDescription"].text ?? "").count > 100)
        }
        #expect(categories.contains { $0["strCategoryDescription"].text?.contains("[1]") == true })
    }

    @Test func listsNameCategoriesAreasAndIngredients() async throws {
        let categories = try await Meals.meals("list.php?c=list").list
        #expect(categories.allSatisfy { $0.names == ["strCategory"] })
        #expect(Set(categories.compactMap { $0["strCategory"].text }) == Set(Meals.corpus.categoryNames))
        let areas = try await Meals.meals("list.php?a=list").list
        #expect(areas.allSatisfy { $0.names == ["strArea"] })
        #expect(areas.compactMap { $0["strArea"].text } == Meals.corpus.areas)
        let ingredients = try await Meals.meals("list.php?i=list").list
        #expect(ingredients.count > 200)
        #expect(
            ingredients.allSatisfy { $0.names == ["idIngredient", "strDescription", "strIngredient", "strType"] })
        #expect(ingredients.contains { $0["strDescription"].isNull } && ingredients.contains { $0["strType"].isNull })
    }

    @Test func everyIngredientOfAMealIsInTheList() async throws {
        let known = Set(
            try await Meals.meals("list.php?i=list").list.compactMap { $0["strIngredient"].text?.lowercased() })
        for meal in meals {
            for ingredient in meal.ingredients where !ingredient.allSatisfy(\.isWhitespace) {
                #expect(known.contains(ingredient.lowercased()), "\(meal.name): \(ingredient)")
            }
        }
    }
}
