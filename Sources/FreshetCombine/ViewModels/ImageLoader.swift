public import CombineCompletion
public import Foundation
public import FreshetCore
public import FreshetImages

/// A loader of one view's picture.
///
/// Set ``url`` on the scheduler, which is the main queue for a view. A new address always starts a
/// load. The outputs change on the scheduler.
public final class ImageLoader: ObservableObject {
    /// The content of a view for a picture.
    public enum Phase: Sendable, Hashable {
        /// The loaded picture of the current address.
        case image(ImageData)
        /// A placeholder while the picture loads.
        case placeholder
        /// Nothing: there is no address, or no picture at it.
        case nothing
    }

    /// The address of the picture.
    @Published public var url: URL? {
        didSet {
            if url != oldValue || noData { load() }
        }
    }
    /// The picture; `nil` while it loads or if there is none.
    @Published public private(set) var image: ImageData?
    /// Whether there is no picture: there is no address, or its picture failed to load.
    @Published public private(set) var noData = false
    /// The state of the picture.
    @Published public private(set) var state = LoadingState<ImageData>.idle

    /// The content to show.
    public var phase: Phase { Self.phase(image: image, url: url, noData: noData) }

    private let store: ImageStore
    private let scheduler: AnyScheduler
    private var loader: Loader<ImageData>?
    private var states: AnyCancellable?

    /// Makes a loader without an address.
    ///
    /// - Parameters:
    ///   - store: The store of the pictures of all views.
    ///   - scheduler: The scheduler on which the outputs change. The main queue by default.
    public init(store: ImageStore, scheduler: AnyScheduler = .main) {
        self.store = store
        self.scheduler = scheduler
    }

    /// Loads the picture again after a failure.
    public func retry() {
        guard let url else { return }
        store.removeFailure(of: url)
        load()
    }

    /// Returns the content of a view.
    public static func phase(image: ImageData?, url: URL?, noData: Bool) -> Phase {
        if let image { return .image(image) }
        return url == nil || noData ? .nothing : .placeholder
    }

    private func load() {
        // A loader restores its previous state when its call is cancelled. That state must not be
        // another address's picture.
        let loader = Loader<ImageData>(scheduler: scheduler)
        states = loader.$state.dropFirst().sink { [weak self] in self?.show($0) }
        loader.load(store.image(for: url))
        self.loader = loader
    }

    private func show(_ new: LoadingState<ImageData>) {
        image = new.value
        noData = new.error != nil
        state = noData && url == nil ? .idle : new
    }
}
