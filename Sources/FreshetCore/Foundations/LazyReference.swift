import Synchronization

/// A reference to an object that is made when it is first needed, by whichever thread comes first.
///
/// `AtomicLazyReference` of `Synchronization` does the same. It is not inlined, and looks up its type at each use,
/// several times in each call: 8 % of the row "1000 calls without interceptors" of `./bench pieces`.
///
/// `@unchecked Sendable`: the pointer is only set once, atomically, to an object that is `Sendable`.
struct LazyReference<Value: AnyObject & Sendable>: ~Copyable, @unchecked Sendable {
    private let pointer = Atomic<UnsafeRawPointer?>(nil)

    deinit {
        if let pointer = pointer.load(ordering: .acquiring) { Unmanaged<Value>.fromOpaque(pointer).release() }
    }

    /// The object; `nil` if it was not needed yet.
    var present: Value? {
        pointer.load(ordering: .acquiring).map { Unmanaged<Value>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Returns the object, and makes it if it is not there. A second one that is made at the same time is dropped.
    func value(_ make: () -> Value) -> Value {
        if let present { return present }
        let new = Unmanaged.passRetained(make())
        let (isStored, first) = pointer.compareExchange(
            expected: nil, desired: UnsafeRawPointer(new.toOpaque()), ordering: .acquiringAndReleasing)
        guard !isStored, let first else { return new.takeUnretainedValue() }
        new.release()
        return Unmanaged<Value>.fromOpaque(first).takeUnretainedValue()
    }
}
