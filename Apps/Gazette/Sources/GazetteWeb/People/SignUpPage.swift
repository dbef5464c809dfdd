import Freshet
import FreshetCombine
import LivePages
import ReaderModels
import ReaderStorage

/// A sign-up form that is validated while the user types. It creates no account: the service has none.
final class SignUpPage: ModelPage {
    let section: Section? = .people
    let title = "Sign up"
    let model: SignUpViewModel
    let address: PageAddress
    private let posted: [String: String]
    /// The fields that the user has left; a field shows no message while the user first types in it.
    private var left: Set<String> = []

    init(_ address: PageAddress, _ tools: PageTools) {
        self.address = address
        posted = address.form
        model = SignUpViewModel(scheduler: tools.scheduler)
    }

    var link: String { "/people/sign-up" }

    func handle(_ input: PageInput) -> Bool {
        switch input.name {
        case "username": model.username = input.value
        case "password": model.password = input.value
        case "passwordAgain": model.passwordAgain = input.value
        case "left": left.insert(input.value)
        case "signUp": model.signUp()
        default: return false
        }
        return true
    }

    func start() {
        model.username = posted["username"] ?? ""
        model.password = posted["password"] ?? ""
        model.passwordAgain = posted["passwordAgain"] ?? ""
        if !posted.isEmpty { model.signUp() }
        left = Set(posted.keys)
    }

    func proceed() -> Bool { model.isJudged }
    func retry() {}
    func cancel() {}
    func dismiss() {}

    private struct Form: TemplateContext {
        static let template = "signup"

        let introduction: String
        let username: String
    }

    private struct Verdict: TemplateContext {
        static let template = "verdict"

        let usernameMessage: String?
        let passwordMessage: String?
        let whole: SignUpViewModel.Verdict?
        let isValid: Bool
    }

    private var usernameMessage: String? { left.contains("username") ? model.usernameMessage : nil }

    private var passwordMessage: String? {
        let isComplete = left.contains("passwordAgain")
        return isComplete || (left.contains("password") && model.passwordAgain.isEmpty) ? model.passwordMessage : nil
    }

    func regions() -> [Region] {
        let form = Form(introduction: SignUpViewModel.introduction, username: posted["username"] ?? "")
        var verdict = Region(
            "verdict",
            Verdict(
                usernameMessage: usernameMessage, passwordMessage: passwordMessage, whole: model.verdict,
                isValid: model.isValid))
        verdict.isPending = !model.isJudged
        return [Region("form", form, isFixed: true), verdict]
    }
}
