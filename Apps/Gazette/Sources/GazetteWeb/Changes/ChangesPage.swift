import Foundation
import FreshetCombine
import FreshetOutbox
import LivePages
import ReaderModels
import ReaderStorage

/// The changes of a visitor that were not sent yet. Its forms need no script.
final class ChangesPage: PageContent {
    let section: Section? = nil
    let title = "Unsent changes"
    let isPersonal = true
    // The live page observes the outbox itself.
    let changes = Empty<Void, Never>(completeImmediately: false).eraseToAnyPublisher()
    let link = UnsentContext.path
    private let outbox: MovieOutbox?
    private let problem: String?

    /// - Parameters:
    ///   - outbox: What is stored; `nil` if nothing ever was.
    ///   - problem: Why a form has failed.
    init(_ outbox: MovieOutbox?, problem: String?) {
        self.outbox = outbox
        self.problem = problem
    }

    func start() {}
    func proceed() -> Bool { true }
    // A chosen rating stays chosen while the list changes; its form sends it.
    func handle(_ input: PageInput) -> Bool { input.name.hasPrefix("rating-") }

    func regions() -> [Region] {
        [Region("changes", ChangesContext(outbox?.entries ?? [], problem: problem, now: Date()))]
    }
}

/// The list of changes, each with forms to send it again, to edit it and to discard it.
struct ChangesContext: TemplateContext {
    static let template = "changes"

    struct Change: Encodable {
        let id: String
        let sentence: String
        /// The page of the movie in the account; `nil` if it is not known.
        let href: String?
        let state: String
        let error: String?
        let hasFailed: Bool
        let time: TimeContext
        let canRetry: Bool
        /// The ratings to choose from; `nil` if it is no rating.
        let ratings: Ratings?

        struct Ratings: Encodable {
            let choices: [RatingChoice]
        }

        init(_ entry: MovieOutbox.Entry, now: Date) {
            id = entry.id.description
            sentence = entry.sentence
            href = entry.change.map { "/account/movie/\($0.movie)" }
            state = entry.stateText
            // A part of a line, without its full stop.
            error = entry.errorText.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
            hasFailed = entry.hasFailed
            time = TimeContext(entry.write.date, now: now)
            // Also while it is being sent: the routes wait for that, and a page without a script stays as it is.
            canRetry = entry.canRetry || !entry.isIdle
            if case .rating(let rating)? = entry.change?.choice {
                ratings = Ratings(choices: RatingChoice.all(rating))
            } else {
                ratings = nil
            }
        }
    }

    let changes: [Change]
    let isEmpty: Bool
    /// Why a form has failed; `nil` if none has.
    let problem: String?
    let canSend: Bool

    init(_ entries: [MovieOutbox.Entry], problem: String?, now: Date) {
        changes = entries.map { Change($0, now: now) }
        isEmpty = entries.isEmpty
        self.problem = problem
        canSend = entries.contains { !$0.hasFailed }
    }
}
