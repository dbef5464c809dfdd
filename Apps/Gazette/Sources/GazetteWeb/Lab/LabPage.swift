import Freshet
import FreshetCombine
import FreshetInspector
import LivePages
import ReaderModels
import ReaderStorage

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

    /// A part of a row of a waterfall, in thousandths of the width.
    private struct Part: Encodable {
        let kind: String
        let start: Int
        let width: Int
        let text: String
    }

    private struct Row: Encodable {
        let title: String
        let cause: String
        let parts: [Part]
    }

    private struct Line: Encodable {
        let time: String
        let text: String
    }

    private struct Call: Encodable {
        let name: String
        let source: String
        let outcome: String
        let rows: [Row]
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
        let lines = calls.map { call in call.lines { model.name(of: $0, in: experiment) } }
        let span = max(lines.joined().map(\.time).max() ?? .zero, experiment.span)
        return Context(
            id: experiment.rawValue, title: experiment.title, text: experiment.text,
            isRunning: model.running.contains(experiment),
            calls: zip(calls, lines).map { call, lines in
                Call(
                    name: "Call \(call.number)", source: call.log.source.rawValue, outcome: call.outcome ?? "runs",
                    rows: call.log.waterfall.rows.map { row($0, of: call, span) },
                    lines: lines.map { Line(time: LabCall.text($0.time), text: $0.text) })
            },
            hasRun: !calls.isEmpty, span: LabCall.text(span))
    }

    private func row(_ row: Waterfall.Row, of call: LabCall, _ span: Duration) -> Row {
        /// In thousandths of the width.
        func position(_ seconds: Double) -> Int {
            let position = ((call.start + .seconds(seconds)) / span * 1_000).rounded()
            return Int(exactly: min(1_000, max(0, position))) ?? 0
        }
        return Row(
            title: row.title, cause: row.cause ?? "",
            parts: row.parts.map { part in
                let start = min(position(part.start), 988)
                let end = part.end.map(position) ?? 1_000
                let kind = "phase-\(part.phase.rawValue)" + (part.end == nil ? " open" : "")
                let duration = part.end.map { LabCall.text(.seconds($0 - part.start)) } ?? "…"
                return Part(
                    kind: kind, start: start, width: max(end - start, 12), text: "\(part.phase.text) \(duration)")
            })
    }
}
