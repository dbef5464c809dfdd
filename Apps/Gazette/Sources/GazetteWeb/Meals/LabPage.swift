import Freshet
import FreshetCombine
import ReaderModels

/// The networking lab: rows that fetch and cancel, and an overlay while anything runs.
final class LabPage: ModelPage {
    let section: Section? = .lab
    let title = "Networking lab"
    let model: MealsViewModel
    let address: PageAddress
    /// The row that the address asks to fetch.
    private let fetched: String?

    init(_ address: PageAddress, _ tools: PageTools) {
        self.address = address
        model = MealsViewModel(tools.clients.meals, scheduler: tools.scheduler)
        model.mockFails = address["fails"] == "yes"
        fetched = address["fetch"]
    }

    var link: String { PageAddress.link(["lab"], model.mockFails ? ["fails": "yes"] : [:]) }

    func handle(_ input: PageInput) -> Bool {
        switch (input.name, input.value) {
        case ("fetch", let id): model.row(id)?.fetch()
        case ("stop", let id): model.row(id)?.cancel()
        case ("fails", let flag): model.mockFails = flag == "yes"
        default: return handleCommon(input)
        }
        return true
    }

    func start() { fetched.flatMap(model.row)?.fetch() }
    func proceed() -> Bool { !model.isLoading }

    func retry() {
        for row in model.rows where row.error != nil { row.fetch() }
    }

    func cancel() { model.cancelAll() }
    func dismiss() {}

    private struct Row: Encodable {
        let id: String
        let title: String
        let text: String
        let info: String
        let canFetch: Bool
        let canCancel: Bool
    }

    private struct Context: TemplateContext {
        static let template = "lab"

        let fails: Bool
        let isLoading: Bool
        let rows: [Row]
    }

    func regions() -> [Region] {
        let rows = model.rows.map {
            Row(
                id: $0.id, title: $0.title, text: $0.text, info: $0.info, canFetch: $0.canFetch, canCancel: $0.canCancel
            )
        }
        var lab = Region("lab", Context(fails: model.mockFails, isLoading: model.isLoading, rows: rows))
        lab.isPending = model.isLoading
        return [lab]
    }
}
