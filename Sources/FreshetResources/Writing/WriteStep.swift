import FreshetCore

protocol WriteStep<Output>: Sendable {
    associatedtype Output: Sendable

    /// - Parameter durable: The durable write that the step belongs to.
    func show(_ id: Stamp, durable: WriteID?) -> any ShownStep<Output>
}

/// A step of a write in progress, whose change is shown.
protocol ShownStep<Output>: Sendable {
    associatedtype Output: Sendable

    var entries: [any AnyResourceEntry] { get }
    /// Whether the response of the write sets or changes the value.
    var takesResult: Bool { get }
    func confirm(_ id: Stamp, by response: Response<Output>)
    /// Changes no further resources.
    func end()
}

extension ShownStep {
    var takesResult: Bool { false }
    func end() {}
}

struct ResourceWriteStep<Value: Sendable, Output: Sendable>: WriteStep {
    enum Result: Sendable {
        case value(@Sendable (Output) -> Value)
        case change(@Sendable (inout Value, Output) -> Void)
    }

    let definition: ResourceDefinition<Value>
    let change: (@Sendable (inout Value) -> Void)?
    let result: Result?

    func show(_ id: Stamp, durable: WriteID?) -> any ShownStep<Output> {
        let entry = definition.store.perform(.writeBegan(id, durable: durable, change), on: definition)
        return Shown(definition: definition, result: result, entry: entry)
    }

    private struct Shown: ShownStep {
        let definition: ResourceDefinition<Value>
        let result: Result?
        let entry: ResourceEntry<Value>

        var entries: [any AnyResourceEntry] { [entry] }
        var takesResult: Bool { result != nil }

        func confirm(_ id: Stamp, by response: Response<Output>) {
            switch result {
            case nil: entry.endWrite(id, .succeeded)
            case .value(let value):
                entry.confirmWrite(id, by: value(response.value), response.head, definition.comparison)
            case .change(let change):
                let output = response.value
                entry.handle(.writeEnded(id, .succeeded(.change { value in change(&value, output) })))
            }
        }
    }
}

/// The change that a write makes to several resources whose values are of one type.
struct WideWriteStep<Value: Sendable, Output: Sendable>: WriteStep {
    let store: ResourceStore
    let target: WideChange.Target
    let change: @Sendable (inout Value) -> Void

    func show(_ id: Stamp, durable: WriteID?) -> any ShownStep<Output> {
        let change = change
        // After a change of account, a write that isn't durable has no owner, so it isn't shown.
        let lastAccount = durable == nil ? store.account : .max
        let wide = WideChange(target) {
            $0.account <= lastAccount && $0.beginWrite(id, durable, Value.self, change)
        } abandon: {
            // Data that arrives from now on shows the outcome.
            $0.endWrite(id, .unknown)
        }
        let shown = Shown(store: store, change: wide)
        // A durable write may wait for a long time, so it also changes resources that are loaded
        // into memory, or receive the tag, in the meantime. A page that is requested while a write
        // is in progress may lack that write.
        if durable != nil || target.isOfPages { store.add(shown.change) }
        for entry in store.entries(target) { shown.change.begin(entry) }
        return shown
    }

    private struct Shown: ShownStep {
        let store: ResourceStore
        let change: WideChange

        var entries: [any AnyResourceEntry] { change.entries }

        func confirm(_ id: Stamp, by response: Response<Output>) {
            for entry in entries { entry.endWrite(id, .succeeded) }
        }

        func end() {
            store.remove(change)
        }
    }
}
