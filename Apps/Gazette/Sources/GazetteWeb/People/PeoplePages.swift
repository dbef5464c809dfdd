import Foundation
import Freshet
import FreshetCombine
import JSONPlaceholder
import ReaderModels

/// The users, filtered.
final class PeoplePage: PageContent {
    let section = Section.people
    let title = "People"
    private let model: UsersViewModel
    private let address: PageAddress

    init(_ address: PageAddress, _ tools: PageTools) {
        self.address = address
        model = UsersViewModel(tools.clients.people, scheduler: tools.scheduler)
        model.searchText = address["q"] ?? ""
    }

    var link: String { address.link(["q": model.searchText]) }
    var changes: AnyPublisher<Void, Never> { model.objectWillChange.eraseToAnyPublisher() }

    func handle(_ input: PageInput) -> Bool {
        switch (input.name, input.value) {
        case ("q", let text): model.searchText = text
        case ("retry", _): model.retry()
        default: return false
        }
        return true
    }

    func start() { model.load() }

    func proceed() -> Bool { !model.people.isFetching }

    private struct Row {
        let username: String
        let name: String
        let email: String?
        let city: String?
        let albums: Int
        let href: String
    }

    private struct Rows {
        let people: [Row]
    }

    func regions() -> [Region] {
        let people = model.people.value ?? []
        var status = StatusContext(
            isLoading: model.people.isFetching, error: model.selectedError, retry: address.link(),
            keeps: !people.isEmpty)
        if status.error == nil, !status.isLoading {
            status.count = people.isEmpty ? nil : people.count == 1 ? "1 person" : "\(people.count) people"
            status.notice = people.isEmpty ? "Nobody has this text. Try fewer letters." : nil
        }
        return [
            Region.search(
                SearchContext(
                    action: "/people", name: "q", label: "Name, e-mail, city or company", value: model.searchText,
                    button: "Filter")),
            Region("status", "status", status),
            Region(
                "list", "people",
                Rows(
                    people: people.map { person in
                        Row(
                            username: person.user.username, name: person.user.name, email: person.user.email,
                            city: person.user.address?.city, albums: person.albums.count,
                            href: "/people/\(person.id)")
                    })),
        ]
    }
}

/// One user with the albums, and the pictures of one of them.
final class PersonPage: PageContent {
    let section = Section.people
    private let model: UsersViewModel
    private let id: Int
    private let address: PageAddress
    private let pictures: PictureLinks

    init(id: Int, _ address: PageAddress, _ tools: PageTools) {
        self.id = id
        self.address = address
        pictures = tools.pictures
        model = UsersViewModel(tools.clients.people, scheduler: tools.scheduler)
    }

    private var person: JSONPlaceholder.Person? { model.people.value?.first { $0.id == id } }

    var title: String { person?.user.username ?? "Person" }
    var link: String { address.link() }
    var changes: AnyPublisher<Void, Never> { model.objectWillChange.eraseToAnyPublisher() }

    func handle(_ input: PageInput) -> Bool {
        switch (input.name, input.value) {
        case ("retry", _): model.retry()
        default: return false
        }
        return true
    }

    func start() { model.load() }

    func proceed() -> Bool { !model.people.isFetching }

    private struct Photo {
        let title: String
        let picture: String?
    }

    private struct Context {
        let name: String
        let email: String?
        let city: String?
        let company: String?
        let website: String?
        let albums: TabsContext?
        let album: String?
        let photos: [Photo]
    }

    func regions() -> [Region] {
        guard let person else {
            var status = StatusContext(
                isLoading: model.people.isFetching, error: model.selectedError, retry: address.link(), keeps: false)
            if status.error == nil, !status.isLoading { status.notice = "There is no such person." }
            return [Region("status", "status", status)]
        }
        let chosen = address["album"].flatMap { Int($0) }
        let album = person.albums.first { $0.id == chosen } ?? person.albums.first
        var status = StatusContext(isLoading: false, error: model.selectedError, retry: address.link(), keeps: true)
        if album == nil, status.error == nil { status.notice = "\(person.user.username) has no albums." }
        return [
            Region("status", "status", status),
            Region(
                "person", "person",
                Context(
                    name: person.user.name, email: person.user.email, city: person.user.address?.city,
                    company: person.user.company?.name, website: person.user.websiteLink?.absoluteString,
                    albums: person.albums.isEmpty
                        ? nil
                        : TabsContext(
                            label: "Albums",
                            tabs: person.albums.map { other in
                                .init(
                                    href: address.link(["album": String(other.id)]), title: other.album.title,
                                    isCurrent: other.id == album?.id)
                            }),
                    album: album?.album.title,
                    photos: (album?.photos ?? []).map {
                        Photo(title: $0.title, picture: pictures.link($0.thumbnail))
                    })),
        ]
    }
}
