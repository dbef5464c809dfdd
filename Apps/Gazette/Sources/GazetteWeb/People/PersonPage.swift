import Foundation
import Freshet
import FreshetCombine
import JSONPlaceholder
import LivePages
import ReaderModels
import ReaderStorage

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

    private struct Fact: Encodable {
        let name: String
        let text: String
        var href: String?

        init?(_ name: String, _ text: String?, href: String? = nil) {
            guard let text else { return nil }
            self.name = name
            self.text = text
            self.href = href
        }
    }

    private struct Album: Encodable {
        let title: String
        let href: String
        let count: String
        let cover: String?
        let isCurrent: Bool
    }

    /// A photo with the ids of its neighbours, for the large view.
    private struct Photo: Encodable {
        let id: Int
        let title: String
        let picture: String?
        let number: String
        let before: Int?
        let after: Int?
    }

    private struct Context: TemplateContext {
        static let template = "person"

        let name: String
        let initials: String
        let motto: String?
        let facts: [Fact]
        let albums: [Album]
        let album: String?
        let count: String
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
        return [Region("status", status), Region("person", context(person, album))]
    }

    private func context(_ person: JSONPlaceholder.Person, _ album: JSONPlaceholder.FilledAlbum?) -> Context {
        let user = person.user
        let photos = album?.photos ?? []
        let street = user.address.map { [$0.suite, $0.street].filter { !$0.isEmpty }.joined(separator: ", ") }
        let city = user.address.map { [$0.zipcode, $0.city].filter { !$0.isEmpty }.joined(separator: " ") }
        let website = user.websiteLink
        return Context(
            name: user.name, initials: Initials.of(user.name), motto: user.company?.catchPhrase,
            facts: [
                Fact("Works at", user.company?.name), Fact("City", city), Fact("Street", street),
                Fact("Email", user.email), Fact("Phone", user.phone),
                Fact("Website", website?.host(), href: website?.absoluteString),
            ].compactMap(\.self),
            albums: person.albums.map { other in
                Album(
                    title: other.album.title, href: address.link(["album": String(other.id)]),
                    count: CountText.pictures(other.photos.count),
                    cover: pictures.link(other.photos.first?.thumbnail), isCurrent: other.id == album?.id)
            },
            album: album?.album.title, count: CountText.pictures(photos.count),
            photos: photos.enumerated().map { index, photo in
                Photo(
                    id: photo.id, title: photo.title, picture: pictures.link(photo.thumbnail),
                    number: "\(index + 1) of \(photos.count)", before: index > 0 ? photos[index - 1].id : nil,
                    after: index + 1 < photos.count ? photos[index + 1].id : nil)
            })
    }
}
