public import CombineOrOpenCombine
public import Foundation
public import FreshetCore
public import FreshetImages

/// The picture of one view.
///
/// Set ``url`` where the scheduler runs, as a view on the main queue does: a new address always loads. The outputs change
/// on the scheduler.
public final class ImageLoader: ObservableObject {
    /// What a view shows in the place of a picture.
    public enum Phase: Sendable, Hashable {
        case image(ImageData)
        /// Something that says that a picture is on its way.
        case placeholder
        /// Nothing at all: there is no address, or no picture at it.
        case nothing
    }

    /// The address of the picture.
    @Published public var url: URL? {
        didSet {
            if url != oldValue || noData { load() }
        }
    }
    @Published public private(set) var image: ImageData?
    /// Whether there is no picture: no address, or one that failed.
    @Published public private(set) var noData = false
    @Published public private(set) var state = LoadingState<ImageData>.idle

    public var phase: Phase { Self.phase(image: image, url: url, noData: noData) }

    private let store: ImageStore
    private let slot: FetchSlot<ImageData>

    /// Makes a loader without an address.
    ///
    /// - Parameters:
    ///   - store: Loads and keeps the pictures of all views.
    ///   - scheduler: Where the outputs change: the main queue unless told.
    public init(store: ImageStore, scheduler: AnyScheduler = .main) {
        self.store = store
        slot = FetchSlot(scheduler: scheduler)
        slot.onEvent = { [weak self] in self?.apply($0) }
    }

    /// Loads the picture again after a failure.
    public func retry() {
        guard let url else { return }
        store.forgetFailure(of: url)
        load()
    }

    /// Decides what a view shows.
    public static func phase(image: ImageData?, url: URL?, noData: Bool) -> Phase {
        if let image { return .image(image) }
        return url == nil || noData ? .nothing : .placeholder
    }

    private func load() {
        slot.run(store.image(for: url))
    }

    private func apply(_ event: FetchSlot<ImageData>.Event) {
        switch event {
        case .began:
            // The picture of another address would be a wrong one.
            image = nil
            noData = false
            state = .loading
        case .value(let value):
            image = value
            state = .loaded(value)
        case .failed(let error):
            noData = true
            state = url == nil ? .idle : .failed(error)
        case .finished: break
        case .cancelled: state = .idle
        }
    }
}
