#if !canImport(Combine)
public import OpenCombine

/// An object that announces its changes: Combine's protocol.
///
/// It refines OpenCombine's protocol, so that an object without `@Published` properties has an
/// `objectWillChange` as well.
public protocol ObservableObject: OpenCombine.ObservableObject {}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    /// A publisher that sends before the object changes: automatically for `@Published` properties,
    /// and with `send()` for others.
    public var objectWillChange: ObservableObjectPublisher {
        var mirror: Mirror? = Mirror(reflecting: self)
        while let part = mirror {
            if part.children.contains(where: { $0.value is any PublishedProperty }) {
                return Likeness(object: self).objectWillChange
            }
            mirror = part.superclassMirror
        }
        return Announcer.publisher(of: self)
    }
}

private protocol PublishedProperty {}
extension Published: PublishedProperty {}

/// An object with the properties of another one, in which OpenCombine finds the publisher that they announce to.
private final class Likeness: OpenCombine.ObservableObject, CustomReflectable {
    let object: any AnyObject

    init(object: any AnyObject) { self.object = object }

    var customMirror: Mirror { Mirror(reflecting: object) }
}

/// The publishers of objects without `@Published` properties.
private final class Announcer {
    private static let known = Guarded<[ObjectIdentifier: Announcer]>([:])

    private weak var object: (any AnyObject)?
    private let publisher = ObservableObjectPublisher()

    private init(_ object: any AnyObject) { self.object = object }

    static func publisher(of object: any AnyObject) -> ObservableObjectPublisher {
        let id = ObjectIdentifier(object)
        return known.withLock { known in
            // A later object may have the address of a released one.
            if let announcer = known[id], announcer.object === object { return announcer.publisher }
            if known.count == known.capacity { known = known.filter { $0.value.object != nil } }
            let announcer = Announcer(object)
            known[id] = announcer
            return announcer.publisher
        }
    }
}
#endif
