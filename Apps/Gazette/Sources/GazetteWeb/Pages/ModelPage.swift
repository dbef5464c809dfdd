import Freshet
import FreshetCombine
import LivePages
import ReaderModels
import ReaderStorage

/// A view of one view model, with what such views have in common.
protocol ModelPage: PageContent {
    associatedtype Model: ObservableObject
    var model: Model { get }
    var address: PageAddress { get }
    /// Requests again the data that is shown, or that failed to load.
    func retry()
    /// Cancels the requests in progress; the data that is shown stays.
    func cancel()
    /// Removes the failure that is shown.
    func dismiss()
}

extension ModelPage {
    var changes: AnyPublisher<Void, Never> { model.objectWillChange.map { _ in }.eraseToAnyPublisher() }
    var link: String { address.link() }

    func handle(_ input: PageInput) -> Bool { handleCommon(input) }

    /// Handles the inputs that all such views have in common.
    func handleCommon(_ input: PageInput) -> Bool {
        switch input.name {
        case "retry": retry()
        case "cancel": cancel()
        case "dismiss": dismiss()
        default: return false
        }
        return true
    }
}

/// The number of pages of a list that were requested, and that the address asks for.
struct Growth {
    /// The number of requested pages.
    var shown = 1
    /// How many pages the address asks for.
    private(set) var wanted: Int

    init(_ address: PageAddress) {
        wanted = address.pageCount
    }

    /// Notes that the list is to have at least this number of pages.
    mutating func want(_ count: Int) {
        wanted = min(max(wanted, count), PageAddress.pageLimit)
    }

    /// Starts again with another list.
    mutating func reset() {
        shown = 1
        wanted = 1
    }
}

/// A view of a list in pages.
protocol ListPage: ModelPage {
    associatedtype Query: Equatable
    associatedtype Item: Identifiable & Sendable where Item.ID: Sendable
    var list: ListObject<Query, Item> { get }
    var growth: Growth { get set }
}

extension ListPage {
    var link: String { address.link(["pages": pages]) }
    /// The number of pages to show, as in addresses.
    var pages: String? { growth.shown > 1 ? String(growth.shown) : nil }

    func handle(_ input: PageInput) -> Bool { handleList(input) }

    /// Handles the inputs that all lists have in common.
    func handleList(_ input: PageInput) -> Bool {
        guard input.name == "more" else { return handleCommon(input) }
        guard input.asksForPage(after: growth.shown) else { return true }
        if list.moreError != nil {
            list.retry()
        } else {
            // What is requested while a page is loading follows it.
            growth.want(growth.shown + 1)
            _ = proceed()
        }
        return true
    }

    func retry() { list.retry() }
    func cancel() { list.cancel() }
    func dismiss() { list.dismissError() }

    func proceed() -> Bool { proceedWithList() }

    /// Requests the next page while the list has fewer pages than the address asks for.
    ///
    /// - Returns: Whether all of them are loaded, or can't be loaded.
    func proceedWithList() -> Bool {
        // Requested calls begin a moment later.
        if list.fetch.isFetching || list.isLoadingMore { return false }
        if list.fetch.value == nil, list.fetch.error == nil { return list.query == nil }
        guard list.moreError == nil, list.fetch.error == nil else { return true }
        if growth.shown < growth.wanted, list.hasMore {
            growth.shown += 1
            list.loadMore()
            return false
        }
        return true
    }

    /// Returns the region with the elements, or with a skeleton until the first of them are loaded.
    func elements(_ context: any TemplateContext, _ shape: Skeleton.Shape) -> Region {
        var region = Region("list", context, isAwaited: list.fetch.isFetching && list.items.isEmpty, shape)
        region.isPending = list.fetch.isFetching
        // What is or may be out of date is replaced as a whole.
        region.grows = !list.fetch.isStale && !list.isReplacing
        return region
    }

    /// Returns the region with the link to a further page, or with the reason why there is none.
    ///
    /// - Parameters:
    ///   - end: The text at the end of the whole list.
    ///   - noun: The noun for the elements, in the plural.
    func more(end: String, noun: String) -> Region {
        let canGrow = list.hasMore && growth.shown < PageAddress.pageLimit
        let isHeld = list.isLoadingMore || list.moreError != nil
        // An address can request only a limited number of pages.
        let text = list.hasMore ? "These are the first \(list.items.count) \(noun), the most that one page shows." : end
        return Region(
            "more",
            MoreContext(
                next: canGrow ? .init(address, pages: growth.shown + 1, isHeld: isHeld) : nil,
                end: list.items.isEmpty || list.fetch.isFetching ? nil : text))
    }
}

struct MoreContext: TemplateContext {
    static let template = "more"

    /// The link to the view with a further page.
    struct Link: Encodable {
        let href: String
        /// The number of pages, including the further one.
        let pages: Int
        /// Whether scrolling requests nothing: a page is loading, or has failed.
        let isHeld: Bool

        init(_ address: PageAddress, pages: Int, isHeld: Bool = false) {
            href = address.link(["pages": String(pages)])
            self.pages = pages
            self.isHeld = isHeld
        }
    }

    let next: Link?
    let end: String?
}

extension PageInput {
    /// Whether the input requests the page after `count` pages.
    /// A link that is activated twice, by a key and by scrolling, requests one page.
    func asksForPage(after count: Int) -> Bool { value.isEmpty || Int(value) == count + 1 }
}
