// The documentation is that of the declarations of the same names on Apple's platforms.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if canImport(Combine)
public import Combine
#else
public import FreshetCombine
#endif

// https://developer.apple.com/documentation/swiftui/observedobject
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
@propertyWrapper @MainActor @preconcurrency
public struct ObservedObject<ObjectType>: DynamicProperty where ObjectType: ObservableObject {
    // https://developer.apple.com/documentation/swiftui/observedobject/wrapper
    @dynamicMemberLookup @MainActor @preconcurrency
    public struct Wrapper {
        let object: ObjectType

        // https://developer.apple.com/documentation/swiftui/observedobject/wrapper/subscript(dynamicmember:)
        public subscript<Subject>(
            dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>
        ) -> Binding<Subject> {
            Binding { [object] in
                object[keyPath: keyPath]
            } write: { [object] in
                object[keyPath: keyPath] = $0
            }
        }
    }

    // https://developer.apple.com/documentation/swiftui/observedobject/wrappedvalue
    public var wrappedValue: ObjectType

    // https://developer.apple.com/documentation/swiftui/observedobject/init(wrappedvalue:)
    public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }
    // https://developer.apple.com/documentation/swiftui/observedobject/init(initialvalue:)
    public init(initialValue: ObjectType) { wrappedValue = initialValue }

    // https://developer.apple.com/documentation/swiftui/observedobject/projectedvalue
    public var projectedValue: Wrapper { Wrapper(object: wrappedValue) }
}

// https://developer.apple.com/documentation/swiftui/stateobject
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
@propertyWrapper @MainActor @preconcurrency
public struct StateObject<ObjectType>: DynamicProperty where ObjectType: ObservableObject {
    // Made anywhere, and used on the main actor alone.
    private final class Box: @unchecked Sendable {
        let make: () -> ObjectType
        lazy var object = make()
        init(_ make: @escaping () -> ObjectType) { self.make = make }
    }

    private let box: Box

    // https://developer.apple.com/documentation/swiftui/stateobject/init(wrappedvalue:)
    nonisolated public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) { box = Box(thunk) }

    // https://developer.apple.com/documentation/swiftui/stateobject/wrappedvalue
    public var wrappedValue: ObjectType { box.object }
    // https://developer.apple.com/documentation/swiftui/stateobject/projectedvalue
    public var projectedValue: ObservedObject<ObjectType>.Wrapper { .init(object: box.object) }
}
