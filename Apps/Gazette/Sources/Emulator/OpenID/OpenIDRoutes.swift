import Foundation
import FreshetDigests
import HTTPTypes
import Hummingbird
import NIOCore

/// A provider of OpenID Connect, at which everybody signs in with any name and no password.
///
/// It issues codes to every program, for redirect addresses of any host: it is for tests and for trying out, on this
/// machine. Its ID tokens have no signature, since their receiver gets them from the token endpoint.
struct OpenIDRoutes {
    /// The path of the issuer, below the address of the emulator.
    static let path = "/openid"
    private static let bodyLimit = 1 << 14
    private static let fields = ["client_id", "redirect_uri", "state", "nonce", "code_challenge"]

    let now: @Sendable () -> Date
    let grants = OpenIDGrants()

    /// Adds the routes of the provider.
    func add(to router: Router<EmulatorContext>) {
        router.get("\(Self.path)/.well-known/openid-configuration") { request, _ -> Response in
            let issuer = Self.issuer(request)
            return .json(
                .object([
                    ("issuer", .string(issuer)), ("authorization_endpoint", .string("\(issuer)/authorize")),
                    ("token_endpoint", .string("\(issuer)/token")),
                    ("authorization_response_iss_parameter_supported", .bool(true)),
                    ("response_types_supported", .array([.string("code")])),
                    ("code_challenge_methods_supported", .array([.string("S256")])),
                ]))
        }
        router.get("\(Self.path)/authorize") { request, _ in authorize(request) }
        router.post("\(Self.path)/token") { request, _ in try await issue(request) }
    }

    private static func issuer(_ request: Request) -> String { "http://\(request.head.authority ?? "")\(path)" }

    /// Shows the form that asks for a name, or redirects with a code once it is given.
    private func authorize(_ request: Request) -> Response {
        let query = Dictionary(
            request.uri.queryParameters.map { (String($0.key), String($0.value)) },
            uniquingKeysWith: { first, _ in first })
        guard query["response_type"] == "code", let client = query["client_id"], let redirect = query["redirect_uri"],
            redirect.hasPrefix("http://") || redirect.hasPrefix("https://"),
            let challenge = query["code_challenge"], query["code_challenge_method"] == "S256"
        else { return .text("This isn't a code request with PKCE.\n", type: "text/plain", status: .badRequest) }
        guard let name = query["name"], !name.isEmpty else { return Self.form(query) }
        let code = grants.add(
            OpenIDGrants.Grant(
                name: name, client: client, redirect: redirect, challenge: challenge, nonce: query["nonce"]))
        let items = [("code", code), ("state", query["state"] ?? ""), ("iss", Self.issuer(request))]
        let text = items.map { "\($0)=\($1.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" }
        let mark = redirect.contains("?") ? "&" : "?"
        return Response(status: .found, headers: [.location: redirect + mark + text.joined(separator: "&")])
    }

    private static func form(_ query: [String: String]) -> Response {
        func escaped(_ text: String) -> String {
            text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
        }
        let names = fields + ["response_type", "code_challenge_method", "scope"]
        let hidden = names.map { name in
            "<input type=\"hidden\" name=\"\(name)\" value=\"\(escaped(query[name] ?? ""))\">"
        }
        let html = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Emulated sign-in</title></head>
            <body><h1>Emulated sign-in</h1><form action="\(path)/authorize">\(hidden.joined())
            <p><label for="name">Name</label> <input id="name" name="name" required autofocus></p>
            <p><button>Sign in</button></p></form></body></html>

            """
        return .text(html, type: "text/html; charset=utf-8")
    }

    /// Exchanges a code for a token (RFC 6749 §4.1.3, RFC 7636 §4.6).
    private func issue(_ request: Request) async throws -> Response {
        guard let buffer = try? await request.body.collect(upTo: Self.bodyLimit) else {
            return Self.failure("invalid_request")
        }
        let form = QueryItems(String(buffer: buffer))
        guard form["grant_type"] == "authorization_code", let code = form["code"], let grant = grants.take(code),
            grant.redirect == form["redirect_uri"], let verifier = form["code_verifier"],
            Self.base64URL(Data(SHA256.digest(of: verifier.utf8))) == grant.challenge,
            Self.client(request, form) == grant.client
        else { return Self.failure("invalid_grant") }
        let subject = Data(SHA256.digest(of: grant.name.utf8).prefix(8))
        let claims: [(String, JSONText)] =
            [
                ("iss", .string(Self.issuer(request))), ("aud", .string(grant.client)),
                ("sub", .string(Self.base64URL(subject))), ("preferred_username", .string(grant.name)),
                ("iat", .number(Int(now().timeIntervalSince1970))),
                ("exp", .number(Int(now().timeIntervalSince1970) + 300)),
            ] + (grant.nonce.map { [("nonce", .string($0))] } ?? [])
        let token = [#"{"alg":"none"}"#, JSONText.object(claims).text].map { Self.base64URL(Data($0.utf8)) }
        return .json(
            .object([
                ("access_token", .string(Self.base64URL(subject))), ("token_type", .string("Bearer")),
                ("expires_in", .number(300)), ("id_token", .string(token.joined(separator: ".") + ".")),
            ]), fields: [.cacheControl: "no-store"])
    }

    /// The program, which names itself in `Authorization` or in the form (RFC 6749 §2.3.1).
    private static func client(_ request: Request, _ form: QueryItems) -> String? {
        guard let field = request.headers[.authorization], field.hasPrefix("Basic "),
            let data = Data(base64Encoded: String(field.dropFirst(6)))
        else { return form["client_id"] }
        return String(decoding: data, as: UTF8.self).split(separator: ":").first.map(String.init)?
            .removingPercentEncoding
    }

    private static func failure(_ code: String) -> Response {
        .json(.object([("error", .string(code))]), status: .badRequest)
    }

    private static func base64URL(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
