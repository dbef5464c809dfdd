import HTTPTypes
import Hummingbird
import LivePages
import ReaderStorage

/// The forms whose fields are stored in cookies.
struct SettingsRoutes {
    func add(to router: TableRouter) {
        router.form("/settings") { form, _, _ in
            var response = Response(status: .seeOther, headers: [.location: "/settings?kept=yes"])
            for cookie in Looks(form: form).cookies { response.setCookie(cookie) }
            return response
        }
        router.form("/settings/density") { form, _, _ in
            guard let density = form["density"].flatMap(Looks.Density.init) else {
                return Response(status: .badRequest)
            }
            let back = form["back"].flatMap { OwnPath($0)?.text } ?? "/"
            var response = Response(status: .seeOther, headers: [.location: back])
            response.setCookie(Looks.cookie(density))
            return response
        }
    }
}
