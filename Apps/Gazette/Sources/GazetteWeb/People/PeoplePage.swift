import Foundation
import Freshet
import FreshetCombine
import JSONPlaceholder
import LivePages
import ReaderModels
import ReaderStorage

/// The list of users, filtered by a search text.
final class PeoplePage: ModelPage {
    let section: Section? = .people
    let title = "People"
    let model: UsersViewModel
    let address: PageAddress

    init(_ address: PageAddress, _ tools: PageTools) {
        self.address = address
        model = UsersViewModel(tools.clients.people, scheduler: tools.scheduler)
        model.searchText = address["q"] ?? ""
    }

    var link: String { address.link(["q": model.searchText]) }

    func handle(_ input: PageInput) -> Bool {
        guard input.name == "q" else { return handleCommon(input) }
        model.searchText = input.value
        return true
    }

    func start() { model.load() }
    func proceed() -> Bool { !model.people.isFetching }
    func retry() { model.retry() }
    func cancel() { model.cancel() }
    func dismiss() { model.dismissError() }

    private struct Row: Encodable {
        let username: String
        let name: String
        let email: String?
        let city: String?
        let company: String?
        let albums: String
        let initials: String
        let href: String
    }

    private struct Rows: TemplateContext {
        static let template = "people"

        let people: [Row]
    }

    func regions() -> [Region] {
        let people = model.people.value ?? []
        let status = StatusContext(
            model.status, error: model.selectedError, keeps: model.people.value != nil,
            since: model.people.receivedAt, retry: link, step: .init(title: "Show all people", href: "/people"))
        let rows = people.map { person in
            Row(
                username: person.user.username, name: person.user.name, email: person.user.email,
                city: person.user.address?.city, company: person.user.company?.name,
                albums: CountText.albums(person.albums.count), initials: Initials.of(person.user.name),
                href: "/people/\(person.id)")
        }
        return [
            Region.search(
                SearchContext(
                    action: "/people", name: "q", label: "Name, e-mail, city or company", value: model.searchText,
                    button: "Filter")),
            Region("status", status),
            Region("list", Rows(people: rows), isAwaited: status.isLoading, .tiles),
        ]
    }
}
