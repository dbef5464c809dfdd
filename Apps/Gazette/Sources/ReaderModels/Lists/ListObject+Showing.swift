import Freshet
public import FreshetCombine

extension ListObject: ErrorShowing {
    /// The failure of the list or of a further page, until it is dismissed.
    public var selectedError: SelectedError? {
        fetch.isFetching ? nil : (fetch.error ?? moreError).map(SelectedError.init)
    }

    /// Lists show all failures in alerts; the button to try again stays in place.
    public var showsBesideError: Bool { true }
}

extension ListObject: Refreshing {
    /// Loads again, and returns when that has ended.
    public func refresh() async {
        guard query != nil else { return }
        reload()
        await $fetch.endOfFetch()
    }
}
