public import Foundation
public import Freshet

extension CurlCommand {
    /// The request, for a client that can send to any origin.
    ///
    /// A response with any status is accepted, as by curl.
    ///
    /// - Throws: ``CurlError`` if the command has a name without a password, or a field that can't be
    ///   sent.
    public func request() throws(CurlError) -> Request<AnyOrigin, Data> {
        guard let method = HTTPRequest.Method(method) else {
            throw CurlError(
                .unreadable, at: nil, "“\(self.method)” isn't a method. Expected one such as POST after -X.")
        }
        let query = address.query.map { "?\($0)" } ?? ""
        var request = Request<AnyOrigin, Data>(
            .absolute(address.origin + address.path + query), method: method, headers: try headers(),
            body: try requestBody())
        request = request.accepting(.any)
        if let timeout = settings.timeout { request = request.timeout(.seconds(timeout)) }
        if let retries = settings.retries {
            request = request.retrying(.policy(RetryPolicy(attempts: retries + 1)))
        }
        if let limit = settings.bodyLimit { request = request.bodyLimit(limit) }
        return settings.followsRedirects ? request : request.redirecting(.manual)
    }

    private func headers() throws(CurlError) -> HTTPFields {
        var headers: HTTPFields = [:]
        for field in fields {
            guard let name = HTTPField.Name(field.name) else {
                throw CurlError(.unreadable, at: nil, "“\(field.name)” isn't the name of a header field.")
            }
            headers.append(HTTPField(name: name, value: field.value))
        }
        if let user {
            guard let password = user.password else {
                throw CurlError(.unreadable, at: nil, "The password is missing. Expected --user name:password.")
            }
            headers[.authorization] = "Basic \(Data("\(user.name):\(password)".utf8).base64EncodedString())"
        }
        return headers
    }

    private func requestBody() throws(CurlError) -> RequestBody? {
        switch body {
        case nil: return nil
        case .bytes(let data): return .bytes(data, contentType: contentType)
        case .file(let path): return .file(URL(filePath: path), contentType: contentType)
        case .form(let parts):
            return .multipart(
                parts.map { part in
                    let body: RequestBody =
                        switch part.content {
                        case .text(let text): .bytes(Data(text.utf8), contentType: part.contentType)
                        case .file(let path): .file(URL(filePath: path), contentType: part.contentType)
                        }
                    return FormPart(part.name, body, fileName: part.fileName)
                })
        }
    }

    /// Returns settings with the connections of the command: its proxy and its connect timeout.
    ///
    /// - Parameter sockets: The hosts that stand for Unix domain sockets, for tests.
    public func configuration(sockets: [String: String] = [:]) -> ClientConfiguration {
        #if canImport(Darwin)
        return .platform
        #else
        guard settings.proxy != nil || settings.connectTimeout != nil || !sockets.isEmpty else { return .platform }
        var connections = AsyncHTTPClientTransport.Configuration()
        connections.sockets = sockets
        if let timeout = settings.connectTimeout { connections.connectTimeout = .seconds(timeout) }
        if let proxy = settings.proxy, let parsed = Proxy(proxy) {
            let (user, password) = (settings.proxyUser?.name, settings.proxyUser?.password ?? "")
            connections.proxies = .all(
                parsed.kind == .http
                    ? .http(parsed.host, port: parsed.port, user: user, password: password)
                    : .socks5(parsed.host, port: parsed.port, user: user, password: password))
        }
        return ClientConfiguration(transport: AsyncHTTPClientTransport(connections), cache: nil)
        #endif
    }
}
