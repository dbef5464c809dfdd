extension PagedModel {
    /// Asks for the next page when the last element that is there comes into sight.
    public func loadMore(at item: Item) {
        if item.id == items.last?.id { loadMore() }
    }

    /// Whether a further page can be requested now.
    public var offersMore: Bool { hasMore && !isLoadingMore }
}
