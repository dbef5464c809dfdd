import Freshet
import FreshetCombine
import ReaderModels

/// The networking lab: experiments that show what the client does, with the course of each call.
final class LabPage: ModelPage {
    typealias Experiment = LabViewModel.Experiment

    let section: Section? = .lab
    let title = "Networking lab"
    let model: LabViewModel
    let address: PageAddress
    var link: String { "/lab" }

    init(_ address: PageAddress, _ tools: PageTools) {
        self.address = address
        model = LabViewModel(scheduler: tools.scheduler)
    }

    func handle(_ input: PageInput) -> Bool {
        switch (input.name, Experiment(rawValue: input.value)) {
        case ("run", let experiment?): model.run(experiment)
        case ("stop", let experiment?): model.cancel(experiment)
        default: return handleCommon(input)
        }
        return true
    }

    func start() { address["run"].flatMap(Experiment.init).map(model.run) }
    func proceed() -> Bool { model.running.isEmpty }
    func retry() {}
    func cancel() { model.cancelAll() }
    func dismiss() {}

    /// A part of the course of a call, in thousandths of the width.
    private struct Bar: Encodable {
        let kind: String
        let start: Int
        let width: Int
    }

    private struct Line: Encodable {
        let time: String
        let text: String
    }

    private struct Call: Encodable {
        let name: String
        let outcome: String
        let isRunning: Bool
        let bars: [Bar]
        let lines: [Line]
    }

    private struct Context: TemplateContext {
        static let template = "lab"

        let id: String
        let title: String
        let text: String
        let isRunning: Bool
        let calls: [Call]
        let hasRun: Bool
        let span: String
    }

    func regions() -> [Region] {
        Experiment.allCases.map { experiment in
            var region = Region("lab-\(experiment.rawValue)", context(experiment))
            region.isPending = model.running.contains(experiment)
            return region
        }
    }

    private func context(_ experiment: Experiment) -> Context {
        let calls = model.calls[experiment] ?? []
        let times = calls.flatMap(\.lines).map(\.time)
        let span = max(times.max() ?? .zero, experiment.span)
        func place(_ time: Duration) -> Int { Int(time / span * 1000) }
        return Context(
            id: experiment.rawValue, title: experiment.title, text: experiment.text,
            isRunning: model.running.contains(experiment),
            calls: calls.map { call in
                Call(
                    name: "Call \(call.number)", outcome: call.outcome ?? "runs", isRunning: call.outcome == nil,
                    bars: call.stretches.map { stretch in
                        let start = min(place(stretch.start), 988)
                        let end = stretch.end.map(place) ?? 1000
                        let kind = stretch.kind.rawValue + (stretch.end == nil ? " open" : "")
                        return Bar(kind: kind, start: start, width: max(end - start, 12))
                    },
                    lines: call.lines.map { Line(time: LabCall.text($0.time), text: $0.text) })
            },
            hasRun: !calls.isEmpty, span: LabCall.text(span))
    }
}
