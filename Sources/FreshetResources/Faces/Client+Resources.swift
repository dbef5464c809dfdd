public import FreshetCore

extension Client {
    /// Returns the resource of a request, which is its shared, observable state. Sends nothing.
    ///
    /// ```swift
    /// let play = theatre.resource(.play(7))
    /// let title = try await play.value().title
    /// ```
    ///
    /// Only a request that reads has a resource: GET, HEAD and QUERY do, and any other method can
    /// declare it with `Request.readingOnly()`. If a closure decodes the response, the request also
    /// needs a name (`Request.named(_:)`), since closures can't be compared. The resource of any
    /// other request has a state whose error explains what is missing.
    public func resource<Value>(_ request: Request<API, Value>) -> Resource<Value> {
        do throws(FetchError) {
            return Resource(.defined(try ResourceDefinition(self, request, resourceStore)))
        } catch {
            return Resource(.refused(error))
        }
    }

    /// Returns the resource of an optional request.
    ///
    /// If the request is `nil`, the resource is disabled: it has no value and fetches nothing.
    public func resource<Value>(_ request: Request<API, Value>?) -> Resource<Value> {
        request.map { resource($0) } ?? Resource(.disabled)
    }

    /// All resources of this client and of the clients derived from it.
    public var resources: Resources<API> { Resources(client: self) }

    var resourceStore: ResourceStore {
        // One store per engine: a write by a derived client must reach the screens that use the client it
        // was derived from.
        companion { ResourceStore(configuration, callObservers) }
    }
}
