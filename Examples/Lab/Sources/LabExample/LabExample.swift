import Foundation
import Freshet
import FreshetCombine
import Support

@main @MainActor
enum LabExample {
    static func main() async throws {
        try await EmulatedServices.run { services in
            let api = MockAPI()
            let lab = LabViewModel(Client(Meals(), transport: services.transport, cache: nil), mock: api)
            var screen = Set<AnyCancellable>()
            for row in [lab.mock, lab.categories, lab.pasta, lab.breakfast] {
                row.status.receive(on: DispatchQueue.main).removeDuplicates().dropFirst()
                    .sink { status in print("  \(row.title): \(status)") }
                    .store(in: &screen)
                row.$text.removeDuplicates().dropFirst()
                    .sink { text in print("  \(row.title): \"\(text)\"") }
                    .store(in: &screen)
            }
            lab.$showsLoading.dropFirst()
                .sink { print($0 ? "  (overlay up)" : "  (overlay down)") }
                .store(in: &screen)

            print("Fetch the categories, twice, and let the pasta take the slot")
            lab.fetchCategories()
            lab.fetchCategories()
            lab.fetchPasta()
            try await rest(lab)

            print("\nFetch the breakfast and cancel it")
            lab.fetchBreakfast()
            lab.cancelMeals()
            try await rest(lab)

            print("\nFetch the sample")
            lab.fetchMock()
            try await rest(lab)

            print("\nFetch the sample, which fails, and again, which does not")
            api.fails = true
            lab.fetchMock()
            try await rest(lab)
            api.fails = false
            lab.fetchMock()
            try await rest(lab)
        }
    }

    /// Waits until the loading overlay has been shown and hidden.
    static func rest(_ lab: LabViewModel) async throws {
        _ = try await lab.$showsLoading.dropFirst().first { !$0 }.firstValue()
    }
}
