public import Foundation
public import HTTPTypes

extension Request where Value: Decodable {
    /// Describes a request whose answer the service's decoder reads.
    public init(
        _ path: RequestPath,
        method: HTTPRequest.Method = .get,
        query: Query = [:],
        headers: HTTPFields = [:],
        body: RequestBody? = nil,
        access: RequestAccess = .open
    ) {
        self.init(
            path, method: method, query: query, headers: headers, body: body, access: access, reading: .decoded)
    }

    /// Describes a request to an absolute address whose answer the service's decoder reads.
    public init(
        absolute address: String,
        method: HTTPRequest.Method = .get,
        query: Query = [:],
        headers: HTTPFields = [:],
        body: RequestBody? = nil,
        access: RequestAccess = .open
    ) {
        self.init(
            absolute: address, method: method, query: query, headers: headers, body: body, access: access,
            reading: .decoded)
    }
}

extension Request where Value == Data {
    /// Describes a request for the bytes of the answer.
    public init(
        _ path: RequestPath,
        method: HTTPRequest.Method = .get,
        query: Query = [:],
        headers: HTTPFields = [:],
        body: RequestBody? = nil,
        access: RequestAccess = .open
    ) {
        self.init(
            path, method: method, query: query, headers: headers, body: body, access: access, reading: .data)
    }

    /// Describes a request to an absolute address for the bytes of the answer.
    public init(
        absolute address: String,
        method: HTTPRequest.Method = .get,
        query: Query = [:],
        headers: HTTPFields = [:],
        body: RequestBody? = nil,
        access: RequestAccess = .open
    ) {
        self.init(
            absolute: address, method: method, query: query, headers: headers, body: body, access: access,
            reading: .data)
    }
}

extension Request where Value == Void {
    /// Describes a request of which only the success matters.
    public init(
        _ path: RequestPath,
        method: HTTPRequest.Method = .get,
        query: Query = [:],
        headers: HTTPFields = [:],
        body: RequestBody? = nil,
        access: RequestAccess = .open
    ) {
        self.init(
            path, method: method, query: query, headers: headers, body: body, access: access, reading: .nothing)
    }

    /// Describes a request to an absolute address of which only the success matters.
    public init(
        absolute address: String,
        method: HTTPRequest.Method = .get,
        query: Query = [:],
        headers: HTTPFields = [:],
        body: RequestBody? = nil,
        access: RequestAccess = .open
    ) {
        self.init(
            absolute: address, method: method, query: query, headers: headers, body: body, access: access,
            reading: .nothing)
    }
}
