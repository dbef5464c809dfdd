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
            for row in [lab.mock, lab.switched, lab.categories, lab.pasta, lab.breakfast] {
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
            await finish(lab) {
                lab.fetchCategories()
                lab.fetchCategories()
                lab.fetchPasta()
            }

            print("\nFetch the breakfast and cancel it")
            await finish(lab) {
                lab.fetchBreakfast()
                lab.cancelMeals()
            }

            print("\nFetch the sample")
            await finish(lab) { lab.fetchMock() }

            print("\nFetch the sample, which fails, and again, which does not")
            api.fails = true
            await finish(lab) { lab.fetchMock() }
            api.fails = false
            await finish(lab) { lab.fetchMock() }

            print("\nFetch the switched one, which fails, and again, twice: the second replaces the first")
            api.fails = true
            await finish(lab) { lab.fetchSwitched() }
            api.fails = false
            await finish(lab, hides: 2) {
                lab.fetchSwitched()
                lab.fetchSwitched()
            }
        }
    }

    /// Begins calls, and waits until the loading overlay has been shown and hidden, once or more often.
    ///
    /// It subscribes before the calls begin: they may end before `firstValue()`, which runs on another thread, would
    /// subscribe.
    static func finish(_ lab: LabViewModel, hides: Int = 1, _ begin: () -> Void) async {
        var subscription: AnyCancellable?
        await withCheckedContinuation { hidden in
            subscription = lab.$showsLoading.dropFirst().filter { !$0 }.collect(hides).first()
                .sink { _ in hidden.resume() }
            begin()
        }
        subscription?.cancel()
    }
}
