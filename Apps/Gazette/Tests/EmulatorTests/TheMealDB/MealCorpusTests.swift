import Testing

@testable import Emulator

@Suite struct MealCorpusTests {
    private let meals = Meals.corpus.meals

    @Test func itIsLarge() {
        #expect(meals.count >= 120)
        let categories = Set(meals.map(\.category))
        #expect(categories.count == 14)
        #expect(Meals.corpus.categoryNames.count == 14)
        #expect(categories == Set(Meals.corpus.categoryNames))
        #expect(Meals.corpus.areas.count >= 20)
        #expect(Set(meals.map(\.id)).count == meals.count)
        #expect(Set(meals.map(\.name)).count == meals.count)
    }

    @Test func everyMealHasTwentyNumberedPairs() throws {
        for meal in meals {
            let json = try JSON(Array(meal.json.text.utf8))
            let pairs = (1...20).flatMap { ["strIngredient\($0)", "strMeasure\($0)"] }
            #expect(pairs.allSatisfy { json[$0].text != nil || json[$0].isNull })
            #expect(json.names.count { $0.hasPrefix("strIngredient") } == 20)
            #expect(json.names.count { $0.hasPrefix("strMeasure") } == 20)
            let others = Set(json.names).subtracting(pairs).subtracting(["strMealAlternate", "strDrinkAlternate"])
            #expect(
                others == [
                    "dateModified", "idMeal", "strArea", "strCategory", "strCreativeCommonsConfirmed",
                    "strImageSource", "strInstructions", "strMeal", "strMealThumb", "strSource", "strTags",
                    "strYoutube",
                ])
            #expect((1...20).contains(meal.ingredients.count))
        }
    }

    @Test func emptyPlacesComeInAllForms() throws {
        let rows = try meals.map { try JSON(Array($0.json.text.utf8)) }
        func has(_ isOdd: (JSON) -> Bool) -> Bool { rows.contains(where: isOdd) }
        #expect(has { $0["strIngredient20"].isNull })
        #expect(has { $0["strIngredient15"].text == "" })
        #expect(has { $0["strIngredient13"].text == " " })
        #expect(has { row in (1...15).contains { row["strMeasure\($0)"].text == " " } })
        #expect(has { $0["strTags"].isNull } && has { $0["strTags"].text == "" })
        #expect(
            has { $0["strTags"].text?.hasSuffix(",") == true } && has { $0["strTags"].text?.contains(", ") == true })
        #expect(has { $0["strYoutube"].text == "" } && has { $0["strYoutube"].text?.hasPrefix("https://") == true })
        #expect(has { $0["strSource"].text == "" } && has { $0["strSource"].isNull })
        #expect(has { $0["strMealThumb"].isNull })
        #expect(has { $0["strMealAlternate"].isNull } && has { $0["strDrinkAlternate"].isNull })
        #expect(has { $0["strInstructions"].text?.hasPrefix("STEP 1\r\n") == true })
        #expect(has { $0["strInstructions"].text?.contains("\r\n\r\n") == true })
    }

    @Test func instructionsAreBrokenAsTheServiceBreaksThem() throws {
        for meal in meals {
            let text = try #require(meal.json["strInstructions"]?.plainText)
            #expect(text.contains("\r\n"))
            #expect(!text.replacing("\r\n", with: "").contains("\n"))
        }
    }
}
