import FreshetCore

/// A change that a write makes to one resource, or to the resources with a tag.
protocol WriteStep<Output>: Sendable {
    associatedtype Output: Sendable

    /// Shows the change, and returns the step that ends it.
    func begin(_ id: Stamp) -> any BegunStep<Output>
}

/// A step of a write in progress.
protocol BegunStep<Output>: Sendable {
    associatedtype Output: Sendable

    var entries: [any AnyResourceEntry] { get }
    /// Whether the response of the write sets or changes the value.
    var takesResult: Bool { get }
    func end(_ id: Stamp, with response: Response<Output>)
    func end(_ id: Stamp, _ end: WriteEnd)
}

extension BegunStep {
    var takesResult: Bool { false }

    func end(_ id: Stamp, _ end: WriteEnd) {
        for entry in entries { entry.endWrite(id, end) }
    }
}

/// The change that a write makes to one resource.
struct ResourceWriteStep<Value: Sendable, Output: Sendable>: WriteStep {
    enum Result: Sendable {
        case value(@Sendable (Output) -> Value)
        case change(@Sendable (inout Value, Output) -> Void)
    }

    let definition: ResourceDefinition<Value>
    let change: (@Sendable (inout Value) -> Void)?
    let result: Result?

    func begin(_ id: Stamp) -> any BegunStep<Output> {
        let entry = definition.store.perform(.writeBegan(id, change), on: definition)
        return Begun(definition: definition, result: result, entry: entry)
    }

    private struct Begun: BegunStep {
        let definition: ResourceDefinition<Value>
        let result: Result?
        let entry: ResourceEntry<Value>

        var entries: [any AnyResourceEntry] { [entry] }
        var takesResult: Bool { result != nil }

        func end(_ id: Stamp, with response: Response<Output>) {
            switch result {
            case nil: entry.endWrite(id, .succeeded)
            case .value(let value):
                entry.endWrite(id, with: value(response.value), response.head, definition.comparison)
            case .change(let change):
                let output = response.value
                entry.handle(.writeEnded(id, .succeeded(.change { value in change(&value, output) })))
            }
        }
    }
}

/// The change that a write makes to the resources with a tag whose values are of one type.
struct TaggedWriteStep<Value: Sendable, Output: Sendable>: WriteStep {
    let store: ResourceStore
    let tag: ResourceTag
    let change: @Sendable (inout Value) -> Void

    func begin(_ id: Stamp) -> any BegunStep<Output> {
        Begun(entries: store.entries([.tag(tag)]).filter { $0.beginWrite(id, Value.self, change) })
    }

    private struct Begun: BegunStep {
        let entries: [any AnyResourceEntry]

        func end(_ id: Stamp, with response: Response<Output>) { end(id, .succeeded) }
    }
}
