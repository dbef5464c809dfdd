import Hummingbird

/// The form of the page for signing up, which is shown again with what was typed.
struct SignUpRoutes {
    let desk: PageDesk

    func add(to router: TableRouter) {
        router.form("/people/sign-up") { form, request, _ in
            await desk.respond(to: request, path: ["people", "sign-up"], form: form)
        }
    }
}
