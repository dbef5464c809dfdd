import Freshet
import FreshetCombine
import LivePages
import ReaderModels
import ReaderStorage

/// A view of a single thing.
protocol DetailPage: ModelPage where Model: DetailModel {
    /// The noun for the thing in sentences.
    var noun: String { get }
    /// The shape of the skeleton while the thing loads.
    var shape: Skeleton.Shape { get }
    /// Whether a failure is shown with its details.
    var showsDetail: Bool { get }
    /// The parts that show the thing.
    func parts(of value: Model.Value) -> [Region]
}

extension DetailPage {
    var isMissing: Bool { model.fetch.value == nil && model.selectedError?.isAbsent == true }

    var hasTitle: Bool { model.fetch.value != nil }

    var showsDetail: Bool { true }

    func start() { model.load() }
    func proceed() -> Bool { !model.fetch.isFetching }
    func retry() { model.retry() }
    func cancel() { model.cancel() }
    func dismiss() { model.dismissError() }

    func regions() -> [Region] {
        let state = model.fetch
        var context = StatusContext(state, error: model.selectedError, retry: address.link(), noun: noun)
        context.leadOn(to: section)
        if !showsDetail { context.hideDetail() }
        let status = Region("status", context)
        if let value = state.value { return [status] + parts(of: value) }
        return state.isFetching ? [status, Region("awaited", Skeleton(shape))] : [status]
    }
}
