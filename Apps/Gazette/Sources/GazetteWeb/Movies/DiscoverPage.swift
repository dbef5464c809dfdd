import Foundation
import Freshet
import FreshetCombine
import LivePages
import ReaderModels
import ReaderStorage
import TMDb

/// The movies of a genre and a time, in an order of choice. The address has the choices.
final class DiscoverPage: ListPage {
    typealias Filter = DiscoveryViewModel.Filter

    let section: Section? = .movies
    let model: DiscoveryViewModel
    let address: PageAddress
    var growth: Growth
    private let pictures: PictureLinks

    init(_ address: PageAddress, _ tools: PageTools) {
        self.address = address
        growth = Growth(address)
        pictures = tools.pictures
        var filter = Filter()
        for name in ["genre", "year", "sort"] { filter.set(name, address[name] ?? "") }
        model = DiscoveryViewModel(tools.clients.movies, filter, scheduler: tools.scheduler)
    }

    var title: String { model.title }
    var list: ListObject<Filter, TMDb.Movie> { model.movies }

    var link: String {
        let filter = model.filter
        return PageAddress.link(
            ["movies", "discover"],
            [
                "genre": filter.genre.map(String.init) ?? "", "year": filter.yearText,
                "sort": filter.order == .popularity ? "" : filter.order.rawValue, "pages": pages ?? "",
            ])
    }

    func handle(_ input: PageInput) -> Bool {
        var filter = model.filter
        guard filter.set(input.name, input.value) else { return handleList(input) }
        if filter != model.filter { growth.reset() }
        model.filter = filter
        return true
    }

    func start() { model.start() }

    func regions() -> [Region] {
        [
            Region("views", MovieTabs.context(current: nil, isDiscovery: true)), .filters(model.filter),
            Region(
                "status",
                StatusContext(model.status, list, retry: link, step: .init(title: "Show all", href: "/movies/discover"))
            ),
            elements(MovieRows(list.items, pictures), .posters),
            more(end: "This is the end of the list.", noun: "movies"),
        ]
    }
}

extension DiscoveryViewModel.Filter {
    /// Sets a choice to what a form sends; returns `false` if there is no choice of that name.
    @discardableResult
    fileprivate mutating func set(_ name: String, _ value: String) -> Bool {
        switch name {
        case "genre": genre = Int(value)
        case "year": yearText = value
        case "sort": order = Order(rawValue: value) ?? .popularity
        default: return false
        }
        return true
    }
}

extension Region {
    /// Returns the region with the choices among movies. The lists of the service have it, too: it leads to the view
    /// that follows the choices.
    static func filters(_ filter: DiscoveryViewModel.Filter) -> Region {
        let year = Calendar(identifier: .gregorian).component(.year, from: Date()) + 1
        let decades = stride(from: year / 10 * 10 - 10, through: 1920, by: -10).map { "\($0)s" }
        let times = [""] + (0..<10).map { String(year - $0) } + decades
        let genres = [("", "Any genre")] + DiscoveryViewModel.genres.map { (String($0.id), $0.title) }
        return .search(
            SearchContext(
                action: "/movies/discover",
                choices: [
                    .init("genre", "Genre", genres.map { ($0.0, $0.1) }, current: filter.genre.map(String.init) ?? ""),
                    .init("year", "Year", times.map { ($0, $0.isEmpty ? "Any year" : $0) }, current: filter.yearText),
                    .init(
                        "sort", "Sort", DiscoveryViewModel.Filter.Order.allCases.map { ($0.rawValue, $0.title) },
                        current: filter.order.rawValue),
                ]))
    }
}
