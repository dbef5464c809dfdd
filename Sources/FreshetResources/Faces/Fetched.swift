// Gazette compiles this file a second time, against declarations that stand in for SwiftUI
// (Apps/Gazette/Stubs/FetchedOnStub).
#if canImport(SwiftUI) || SwiftUIStub
public import FreshetCore
#if SwiftUIStub
public import FreshetResources
public import SwiftUIStub
#else
public import SwiftUI
#endif

/// A property wrapper that shows the value of a request in a view and keeps it fresh.
///
/// ```swift
/// struct PlayView: View {
///     @Fetched private var play: Play?
///
///     init(_ theatre: Client<Theatre>, id: Int) { _play = Fetched(theatre, .play(id)) }
///
///     var body: some View { Text(play?.title ?? "…") }
/// }
/// ```
///
/// All views of a request share its value, which is kept fresh while one of them is shown. The
/// client determines the service and the account. The projected value is the ``ResourceModel``,
/// whose properties are observed individually. When the request changes, the previous value stays,
/// marked as ``ResourceModel/isPrevious``, until the new request has one.
@MainActor
@propertyWrapper
public struct Fetched<Value: Sendable>: @preconcurrency DynamicProperty {
    /// The state that persists when SwiftUI recreates the view.
    @MainActor
    private final class Shown {
        let model = ResourceModel<Value>()
        var resource: Resource<Value>?
    }

    @State private var shown = Shown()
    private let resource: Resource<Value>
    private let isKeepingPrevious: Bool

    /// Observes the resource of a request; `nil` fetches nothing.
    ///
    /// - Parameters:
    ///   - client: The client that sends the request.
    ///   - request: The request.
    ///   - isKeepingPrevious: Whether the value stays when the request changes, until the new
    ///     request has one.
    public init<API: Service>(
        _ client: Client<API>, _ request: Request<API, Value>?, keepingPrevious isKeepingPrevious: Bool = true
    ) {
        self.init(client.resource(request), keepingPrevious: isKeepingPrevious)
    }

    /// Observes a resource.
    ///
    /// - Parameters:
    ///   - resource: The resource, with the options of this view.
    ///   - isKeepingPrevious: Whether the value stays when the resource changes, until the new
    ///     resource has one.
    public init(_ resource: Resource<Value>, keepingPrevious isKeepingPrevious: Bool = true) {
        self.resource = resource
        self.isKeepingPrevious = isKeepingPrevious
    }

    /// The shown value.
    public var wrappedValue: Value? { shown.model.value }

    /// The model, with the other facts of the state.
    public var projectedValue: ResourceModel<Value> { shown.model }

    /// Observes the resource of the current request. SwiftUI calls this before it draws the view.
    public func update() {
        guard shown.resource != resource else { return }
        let isFirst = shown.resource == nil
        shown.resource = resource
        shown.model.show(resource, keepingPrevious: isKeepingPrevious)
        // There is no matching `stop()`: the observation ends when SwiftUI drops the view's state and the
        // model is released.
        if isFirst { shown.model.start() }
    }
}
#endif
