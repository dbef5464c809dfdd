import FreshetCombine
import LivePages
import ReaderModels

/// A page of a visitor whose parts are known when it is made: lists with forms, which need no script.
final class FixedPage: PageContent {
    let section: Section?
    let title: String
    let link: String
    let isPersonal = true
    let changes = Empty<Void, Never>(completeImmediately: false).eraseToAnyPublisher()
    private let parts: [Region]
    private let inputs: Set<String>

    /// - Parameter inputs: The names of the fields whose values stay while the page is shown.
    init(_ section: Section?, title: String, link: String, inputs: Set<String> = [], _ parts: [Region]) {
        self.section = section
        self.title = title
        self.link = link
        self.inputs = inputs
        self.parts = parts
    }

    func start() {}
    func proceed() -> Bool { true }
    func handle(_ input: PageInput) -> Bool { inputs.contains(input.name) }
    func regions() -> [Region] { parts }
}
