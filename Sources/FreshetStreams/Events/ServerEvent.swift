/// An event of an event stream, also known as a server-sent event.
///
/// Event streams are defined in WHATWG HTML §9.2.
public struct ServerEvent<Value> {
    /// The id of this event, or else of the last earlier event that had one; `nil` if none had one.
    ///
    /// A later connection can continue after it with ``ServerEvents/resuming(after:)``.
    public var id: String?
    /// The name of the event: `message` if the server sends none.
    public var name: String
    /// The value, decoded from the event's data.
    public var value: Value

    /// Makes an event.
    public init(id: String? = nil, name: String = "message", value: Value) {
        self.id = id
        self.name = name
        self.value = value
    }

    /// Returns the event with another value.
    ///
    /// - Throws: Any error that `transform` throws.
    public func map<New, Failure: Error>(
        _ transform: (Value) throws(Failure) -> New
    ) throws(Failure) -> ServerEvent<New> {
        ServerEvent<New>(id: id, name: name, value: try transform(value))
    }
}

extension ServerEvent: Sendable where Value: Sendable {}
extension ServerEvent: Equatable where Value: Equatable {}
extension ServerEvent: Hashable where Value: Hashable {}
