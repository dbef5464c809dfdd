import Freshet
import FreshetCombine
import LivePages
import ReaderModels
import ReaderStorage

/// The search page of a section, which shows results while the user types.
final class SearchPage<Item: Identifiable & Sendable>: ListPage where Item.ID: Sendable {
    /// The parts that differ between sections.
    struct Parts {
        let section: Section
        let texts: SearchTexts
        var tabs: TabsContext?
        let form: SearchContext
        let shape: Skeleton.Shape
        /// Returns the template context of the results.
        let rows: (_ items: [Item]) -> any TemplateContext
        /// Takes the value of a menu; returns `false` if there is no menu of that name.
        var choose: (_ input: PageInput) -> Bool = { _ in false }
    }

    let model: PagedSearch<Item>
    private(set) var address: PageAddress
    var growth: Growth
    private let parts: Parts

    init(_ model: PagedSearch<Item>, _ address: PageAddress, _ parts: Parts) {
        self.model = model
        self.address = address
        growth = Growth(address)
        self.parts = parts
    }

    var section: Section? { parts.section }
    var title: String { parts.texts.title }
    var link: String { address.link(["q": model.text, "pages": pages]) }
    var list: ListObject<String, Item> { model.results }

    func handle(_ input: PageInput) -> Bool {
        if parts.choose(input) {
            growth.reset()
            address[input.name] = input.value
            model.searchAgain()
            return true
        }
        guard input.name == "q" else { return handleList(input) }
        if model.text != input.value { growth.reset() }
        model.text = input.value
        return true
    }

    func start() {
        model.text = address["q"] ?? ""
        model.submit()
    }

    func regions() -> [Region] {
        let status = StatusContext(model.status(parts.texts), list, retry: link)
        return (parts.tabs.map { [Region("views", $0)] } ?? []) + [
            Region.search(parts.form), Region("status", status),
            elements(parts.rows(list.items), parts.shape), more(end: "There are no more results.", noun: "results"),
        ]
    }
}
