public import FreshetCore

extension Client {
    /// Returns the resource of a request: its shared, observable state. It sends nothing.
    ///
    /// A request has a resource if it only reads: GET, HEAD and QUERY do, others declare it with
    /// `Request.readingOnly()`. If a closure reads its response, it needs a name (`Request.named(_:)`), since closures
    /// can't be compared. Otherwise, the state of the resource has an error that explains it.
    public func resource<Value>(_ request: Request<API, Value>) -> Resource<Value> {
        do throws(FetchError) {
            return Resource(.defined(try ResourceDefinition(self, request, resourceStore)))
        } catch {
            return Resource(.refused(error))
        }
    }

    /// Returns the resource of an optional request.
    ///
    /// Without a request it is disabled: it has no value, and fetches nothing.
    public func resource<Value>(_ request: Request<API, Value>?) -> Resource<Value> {
        request.map { resource($0) } ?? Resource(.disabled)
    }

    /// All resources of the client and of the clients derived from it.
    public var resources: Resources<API> { Resources(client: self) }

    var resourceStore: ResourceStore {
        companion { ResourceStore(configuration, callObservers) }
    }
}
