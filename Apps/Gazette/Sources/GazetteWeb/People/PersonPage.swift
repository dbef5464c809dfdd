import Foundation
import Freshet
import FreshetCombine
import JSONPlaceholder
import ReaderModels

/// One user with the albums, and the pictures of one of them.
final class PersonPage: ModelPage {
    let section: Section? = .people
    let model: UsersViewModel
    let address: PageAddress
    private let id: Int
    private let pictures: PictureLinks

    init(id: Int, _ address: PageAddress, _ tools: PageTools) {
        self.id = id
        self.address = address
        pictures = tools.pictures
        model = UsersViewModel(tools.clients.people, scheduler: tools.scheduler)
    }

    private var person: JSONPlaceholder.Person? { model.people.value?.first { $0.id == id } }

    var title: String { person?.user.username ?? "Person" }

    var isMissing: Bool { model.people.value != nil && person == nil }

    var hasTitle: Bool { person != nil }

    func start() { model.load() }
    func proceed() -> Bool { !model.people.isFetching }
    func retry() { model.retry() }
    func cancel() { model.cancel() }
    func dismiss() { model.dismissError() }

    private struct Photo: Encodable {
        let title: String
        let picture: String?
    }

    private struct Context: TemplateContext {
        static let template = "person"

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
        var status = StatusContext(model.people, error: model.selectedError, retry: link, noun: "person")
        guard let person else {
            if model.people.value != nil, status.error == nil, !model.people.isFetching {
                status.notice = "This person does not exist."
                status.step = .init(title: "Show all people", href: "/people")
            }
            let awaited = status.isLoading ? [Region("awaited", Skeleton(.person))] : []
            return [Region("status", status)] + awaited
        }
        let chosen = address["album"].flatMap { Int($0) }
        let album = person.album(chosen)
        if album == nil, status.error == nil { status.notice = person.noAlbumsText }
        let albums = TabsContext(
            label: "Albums",
            tabs: person.albums.map { other in
                .init(
                    href: address.link(["album": String(other.id)]), title: other.album.title,
                    isCurrent: other.id == album?.id)
            })
        return [
            Region("status", status),
            Region(
                "person",
                Context(
                    name: person.user.name, email: person.user.email, city: person.user.address?.city,
                    company: person.user.company?.name, website: person.user.websiteLink?.absoluteString,
                    albums: person.albums.isEmpty ? nil : albums, album: album?.album.title,
                    photos: (album?.photos ?? []).map {
                        Photo(title: $0.title, picture: pictures.link($0.thumbnail))
                    })),
        ]
    }
}
