import Foundation
public import FreshetCombine

/// A view model of a sign-up form, which validates the name and two passwords while they are typed.
///
/// Set the inputs where the scheduler runs; all outputs change there.
public final class SignUpViewModel: ObservableObject {
    /// The typed user name.
    @Published public var username = "" {
        didSet { if username != oldValue { edit(waitForPause) } }
    }
    /// The typed password.
    @Published public var password = "" {
        didSet { edit(judgePasswords) }
    }
    /// The repeated password.
    @Published public var passwordAgain = "" {
        didSet { edit(judgePasswords) }
    }
    /// The problem of the name, once typing has paused; `nil` if there is none, or nothing was typed.
    @Published public private(set) var usernameMessage: String?
    /// The problem of the passwords; `nil` if there is none, or nothing was typed.
    @Published public private(set) var passwordMessage: String?
    /// Whether the form may be sent.
    @Published public private(set) var isValid = false

    /// Whether the form was sent and has not been edited since.
    @Published public private(set) var isSent = false

    /// The name that was validated last.
    @Published private var judged = ""

    /// Whether the typed text has been validated; `false` while the user types.
    public var isJudged: Bool { judged == username }

    /// The number of characters that the name and the password must exceed.
    public static let minimumLength = 3

    private let scheduler: AnyScheduler
    private let pause: Duration
    private var waiting: AnyCancellable?

    /// Makes an empty form.
    public init(pause: Duration = .milliseconds(200), scheduler: AnyScheduler = .main) {
        self.pause = pause
        self.scheduler = scheduler
    }

    /// Marks the form as sent; no request is made. Editing it marks it as not sent again.
    public func signUp() { isSent = true }

    private func edit(_ judge: () -> Void) {
        if isSent { isSent = false }
        judge()
    }

    private func waitForPause() {
        // A name that is being typed is not valid before it was validated.
        isValid = false
        waiting = scheduler.wait(for: .init(pause)) { [weak self] in self?.judgeUsername() }
    }

    private func judgeUsername() {
        judged = username
        let message =
            username.isEmpty || Self.isLongEnough(username)
            ? nil : "The name must have more than \(Self.minimumLength) characters."
        if message != usernameMessage { usernameMessage = message }
        judge()
    }

    private func judgePasswords() {
        let message: String? =
            if password.isEmpty && passwordAgain.isEmpty {
                nil
            } else if !Self.isLongEnough(password) {
                "The password must have more than \(Self.minimumLength) characters."
            } else if !passwordAgain.isEmpty && password != passwordAgain {
                "The passwords are different."
            } else {
                nil
            }
        if message != passwordMessage { passwordMessage = message }
        judge()
    }

    private func judge() {
        let valid =
            judged == username && Self.isLongEnough(username) && Self.isLongEnough(password)
            && password == passwordAgain
        if valid != isValid { isValid = valid }
    }

    private static func isLongEnough(_ text: String) -> Bool { text.count > minimumLength }
}
