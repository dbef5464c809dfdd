import ArgumentParser
import Foundation
import Freshet
import ReaderModels
import TheMealDB

struct MealsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "meals",
        abstract: "Find something to cook.",
        usage: """
            gazette meals categories
            gazette meals list --category Pasta
            gazette meals search risotto --json
            """,
        subcommands: [
            MealCategoriesCommand.self, MealAreasCommand.self, MealListCommand.self, MealSearchCommand.self,
            RandomMealCommand.self,
        ],
        defaultSubcommand: MealCategoriesCommand.self
    )
}

struct MealCategoriesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "categories", abstract: "Print the categories of meals.",
        discussion:
            "If the output isn't a terminal, it prints one category per line: name, description and picture, separated by tabs."
    )

    @OptionGroup var service: ServiceOptions
    @OptionGroup var output: OutputOptions

    private struct Record: Encodable {
        let id: String
        let title: String
        let url: String?
        let description: String?
    }

    func run() async throws {
        try await Connection.with(service, output, for: [.meals]) { connection in
            let categories = try await Output.withProgress("Fetching categories…") {
                try await connection.meals.value(for: .categories)
            }
            try Results(
                records: categories.map {
                    Record(id: $0.id, title: $0.name, url: $0.image?.absoluteString, description: $0.description)
                },
                table: Table(
                    columns: [
                        .init(title: "NAME", width: .upTo(14)),
                        .init(title: "DESCRIPTION", width: .rest(weight: 1), isDim: true),
                    ],
                    rows: categories.map {
                        [.init($0.name, link: $0.image?.absoluteString), .init($0.description)]
                    }),
                emptyNote: "There are no categories."
            ).write(output)
        }
    }
}

struct MealAreasCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "areas", abstract: "Print the areas that meals come from.",
        discussion: "It prints one area per line.")

    @OptionGroup var service: ServiceOptions
    @OptionGroup var output: OutputOptions

    private struct Record: Encodable {
        let title: String
    }

    func run() async throws {
        try await Connection.with(service, output, for: [.meals]) { connection in
            let areas = try await Output.withProgress("Fetching areas…") {
                try await connection.meals.value(for: .areas)
            }
            try Results(
                records: areas.map(Record.init),
                table: Table(columns: [.init(title: "NAME", width: .rest(weight: 1))], rows: areas.map { [.init($0)] }),
                emptyNote: "There are no areas."
            ).write(output)
        }
    }
}

struct MealListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Print the meals of a category, from an area or with an ingredient.",
        discussion:
            "If the output isn't a terminal, it prints one meal per line: name, number and picture, separated by tabs.")

    @Option(help: "A category; to list them: gazette meals categories.")
    var category: String?

    @Option(help: "An area; to list them: gazette meals areas.")
    var area: String?

    @Option(help: "An ingredient, such as garlic.")
    var ingredient: String?

    @OptionGroup var list: ListOptions
    @OptionGroup var service: ServiceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard [category, area, ingredient].compactMap(\.self).count == 1 else {
            throw ValidationError("Use exactly one of --category, --area and --ingredient.")
        }
    }

    func run() async throws {
        try await Connection.with(service, output, for: [.meals]) { connection in
            let meals = try await Output.withProgress("Fetching meals…") {
                try await connection.meals.value(for: request)
            }
            let note = meals.isEmpty ? emptyNote : "This page has no meals. Try a lower --page."
            try Results(list.part(of: meals), emptyNote: note).write(output)
        }
    }

    private var emptyNote: String {
        if let category { return "No meal is in the category “\(category)”. List them with: gazette meals categories" }
        if let area { return "No meal is from the area “\(area)”. List them with: gazette meals areas" }
        return "No meal is made with “\(ingredient ?? "")”. Try the name in the singular, or another ingredient."
    }

    private var request: Request<TheMealDB, [TheMealDB.MealSummary]> {
        if let category { return .meals(category: category) }
        if let area { return .meals(area: area) }
        return .meals(ingredient: ingredient ?? "")
    }
}

struct MealSearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Search meals by name.",
        discussion:
            "If the output isn't a terminal, it prints one meal per line: name, category, area and number, separated by tabs."
    )

    @Argument(help: "Part of the name.")
    var text: [String]

    @OptionGroup var list: ListOptions
    @OptionGroup var service: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await Connection.with(service, output, for: [.meals]) { connection in
            let query = text.joined(separator: " ")
            let meals = try await Output.withProgress("Searching meals…") {
                try await connection.meals.value(for: .search(query))
            }
            let note = NoResults.note(
                "No meal", matching: query, page: meals.isEmpty ? 1 : list.page, advice: "Try fewer letters")
            try Results(list.part(of: meals), emptyNote: note).write(output)
        }
    }
}

struct RandomMealCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "random", abstract: "Print a random meal.")

    @OptionGroup var service: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await Connection.with(service, output, for: [.meals]) { connection in
            let meal = try await Output.withProgress("Fetching a meal…") {
                try await connection.meals.value(for: .random)
            }
            guard let meal else { throw AbsentError("TheMealDB sent no meal. Try again.") }
            try Output.write(Details(meal), record: MealRecord(meal), output)
        }
    }
}

struct MealCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "meal",
        abstract: "Print one meal with its recipe.",
        usage: "gazette meal 52764",
        discussion:
            "If the output isn't a terminal, it prints one fact per line: its name and its value, separated by a tab."
    )

    @Argument(help: ArgumentHelp("The meal's number, as the lists print it.", valueName: "id"))
    var id: String

    @OptionGroup var service: ServiceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard !id.isEmpty, id.allSatisfy(\.isWholeNumber) else {
            throw ValidationError("A meal's number has only digits. Find one with: gazette meals search risotto")
        }
    }

    func run() async throws {
        try await Connection.with(service, output, for: [.meals]) { connection in
            let meal = try await Output.withProgress("Fetching the meal…") {
                try await connection.meals.value(for: .meal(id))
            }
            guard let meal else {
                throw AbsentError("TheMealDB has no meal \(id). Find one with: gazette meals search risotto")
            }
            try Output.write(Details(meal), record: MealRecord(meal), output)
        }
    }
}
