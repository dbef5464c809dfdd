import Freshet
import FreshetCombine
import ReaderModels

/// A form for signing up, judged while it is typed. It leads nowhere: the service has no accounts.
final class SignUpPage: ModelPage {
    let section: Section? = .people
    let title = "Sign up"
    let model: SignUpViewModel
    let address: PageAddress
    private let posted: [String: String]
    private var isSent = false

    init(_ address: PageAddress, _ tools: PageTools) {
        self.address = address
        posted = address.form
        model = SignUpViewModel(scheduler: tools.scheduler)
    }

    var link: String { "/people/sign-up" }

    func handle(_ input: PageInput) -> Bool {
        isSent = false
        switch input.name {
        case "username": model.username = input.value
        case "password": model.password = input.value
        case "passwordAgain": model.passwordAgain = input.value
        case "signUp": isSent = true
        default: return false
        }
        return true
    }

    func start() {
        isSent = !posted.isEmpty
        model.username = posted["username"] ?? ""
        model.password = posted["password"] ?? ""
        model.passwordAgain = posted["passwordAgain"] ?? ""
    }

    func proceed() -> Bool { model.isJudged }
    func retry() {}
    func cancel() {}

    private struct Form {
        let username: String
    }

    private struct Verdict {
        let usernameMessage: String?
        let passwordMessage: String?
        let isReady: Bool
        let welcome: String?
        let incomplete: Bool
    }

    func regions() -> [Region] {
        [
            Region("form", "signup", Form(username: posted["username"] ?? ""), isFixed: true),
            Region(
                "verdict", "verdict",
                Verdict(
                    usernameMessage: model.usernameMessage, passwordMessage: model.passwordMessage,
                    isReady: model.isValid && !isSent, welcome: isSent && model.isValid ? model.username : nil,
                    incomplete: isSent && model.isJudged && !model.isValid)),
        ]
    }
}
