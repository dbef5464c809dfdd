public import FreshetCore

extension Client {
    /// Returns the resource of a request: its shared, observable state. It sends nothing.
    ///
    /// A request has a resource if it only reads: GET, HEAD and QUERY do, others say so with `Request.readingOnly()`. If a closure
    /// reads its response, it needs a name (`Request.named(_:)`), since closures can't be compared. Without, the state of the
    /// resource has an error that says so.
    public func resource<Value>(_ request: Request<API, Value>) -> Resource<Value> {
        do throws(FetchError) {
            return Resource(.defined(try ResourceDefinition(self, request, resourceStore)))
        } catch {
            return Resource(.refused(error))
        }
    }

    /// Returns the resource of a request that may not be there yet.
    ///
    /// Without a request it is disabled: it has no value, and fetches nothing.
    public func resource<Value>(_ request: Request<API, Value>?) -> Resource<Value> {
        request.map { resource($0) } ?? Resource(.disabled)
    }

    /// All resources of the client and of those derived from it.
    public var resources: Resources<API> { Resources(client: self) }

    var resourceStore: ResourceStore {
        companion { ResourceStore(configuration) }
    }
}
