import AppleUI
import FreshetCombine
import ReaderModels

/// A sign-up form that is validated during typing. It sends no request, since the service has no accounts.
struct SignUpView: View {
    @StateObject private var model = SignUpViewModel()

    var body: some View {
        Form {
            Text(SignUpViewModel.introduction).font(.caption)
            TextField(Words.userName, text: $model.username)
            SecureField(Words.password, text: $model.password)
            SecureField(Words.passwordAgain, text: $model.passwordAgain)
            if let message = model.usernameMessage {
                Text(message).foregroundStyle(.red)
            }
            if let message = model.passwordMessage {
                Text(message).foregroundStyle(.red)
            }
            Button(Words.signUp) { model.signUp() }.disabled(!model.isValid)
            if let verdict = model.verdict {
                Text(verdict.text)
            }
        }
        .navigationTitle(Words.signUp)
    }
}
