#if SQLite
import Foundation
import FreshetCore
import HTTPTypes

extension SentRequest {
    /// Makes the stored form of a request: its method, its address without secret items, and its encoded body.
    ///
    /// - Throws: ``OutboxError/unsendable(_:)`` for a request that can't be sent or stored.
    init<API: Service, Value>(_ request: Request<API, Value>, _ service: API) throws(OutboxError) {
        if let problem = request.problem ?? request.path.problem { throw .unsendable(problem) }
        let names = service.secretNames
        self.init(method: request.method.rawValue, path: request.path.path)
        var queries = [request.path.query, request.query.encoded]
        if let address = request.path.address?.prefix(while: { $0 != "#" }) {
            let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            path = String(parts[0])
            isAbsolute = true
            queries.insert(parts.count > 1 ? String(parts[1]) : nil, at: 0)
            let authority = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst(2).first ?? ""
            if authority.contains("@") { throw .unsendable("its address contains a user name") }
        }
        let all = queries.compactMap(\.self).joined(separator: "&")
        query = SecretMembers.split(query: all, names).harmless
        guard let body = request.body else { return }
        guard case .bytes(let make) = body.content else {
            throw .unsendable("its body isn't bytes: files and streams are not stored")
        }
        let data: Data
        do throws(FetchError) { data = try RequestBody.encoded(make, service.encoder) } catch {
            throw .unsendable("its body can't be encoded")
        }
        if let name = SecretMembers.name(in: data, contentType: body.contentType, names) {
            throw .unsendable("its body has the secret member \(name)")
        }
        contentType = body.contentType
        self.body = data
    }

    /// Returns a request with this method, address and body, and with the fields, options and
    /// secret items of a new one.
    func request<API: Service, Value>(like new: Request<API, Value>, _ service: API) -> Request<API, Data> {
        var queries = [new.path.query, new.query.encoded]
        if let address = new.path.address?.prefix(while: { $0 != "#" }) {
            let parts = address.split(separator: "?", maxSplits: 1)
            if parts.count > 1 { queries.append(String(parts[1])) }
        }
        let all = queries.compactMap(\.self).joined(separator: "&")
        let secret = SecretMembers.split(query: all, service.secretNames).secret
        let items = [query, secret].compactMap(\.self).joined(separator: "&")
        let text = items.isEmpty ? path : "\(path)?\(items)"
        var request = new.reading(.data).header(.accept, new.reading.accept)
        request.method = HTTPRequest.Method(method) ?? new.method
        request.path = isAbsolute ? .absolute(text) : RequestPath(text, template: new.path.template)
        request.query = [:]
        request.body = body.map { .bytes($0, contentType: contentType) }
        return request
    }
}
#endif
