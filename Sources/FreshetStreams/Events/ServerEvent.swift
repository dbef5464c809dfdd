/// An event of an event stream (server-sent events, WHATWG HTML §9.2).
public struct ServerEvent<Value> {
    /// The id of this event, or of the last event before it that had one; `nil` when none had.
    ///
    /// A later connection continues after it: ``ServerEvents/resuming(after:)``.
    public var id: String?
    /// The name of the event: `message` when the server gives none.
    public var name: String
    /// The value, decoded from the data of the event.
    public var value: Value

    /// Makes an event.
    public init(id: String? = nil, name: String = "message", value: Value) {
        self.id = id
        self.name = name
        self.value = value
    }

    /// Returns the event with another value.
    ///
    /// - Throws: What `transform` throws.
    public func map<New, Failure: Error>(
        _ transform: (Value) throws(Failure) -> New
    ) throws(Failure) -> ServerEvent<New> {
        ServerEvent<New>(id: id, name: name, value: try transform(value))
    }
}

extension ServerEvent: Sendable where Value: Sendable {}
extension ServerEvent: Equatable where Value: Equatable {}
extension ServerEvent: Hashable where Value: Hashable {}
