import Synchronization

/// A reference to an object that is made when it is first needed, by the first thread that needs
/// it.
///
/// `AtomicLazyReference` from `Synchronization` does the same, but it isn't inlined and looks up
/// its type metadata at each use, several times per call: 8 % of the row "1000 calls without
/// interceptors" of `./bench pieces`.
///
/// `@unchecked Sendable`: the pointer is only set once, atomically, to an object that is
/// `Sendable`.
struct LazyReference<Value: AnyObject & Sendable>: ~Copyable, @unchecked Sendable {
    private let pointer = Atomic<UnsafeRawPointer?>(nil)

    deinit {
        if let pointer = pointer.load(ordering: .acquiring) { Unmanaged<Value>.fromOpaque(pointer).release() }
    }

    /// The object; `nil` if it hasn't been needed yet.
    var present: Value? {
        // Pairs with the release of the exchange below: the object must be seen as its maker left
        // it.
        pointer.load(ordering: .acquiring).map { Unmanaged<Value>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Returns the object, making it if necessary. If two threads make one at the same time, the
    /// second one is released.
    func value(_ make: () -> Value) -> Value {
        if let present { return present }
        let new = Unmanaged.passRetained(make())
        let (isStored, first) = pointer.compareExchange(
            expected: nil, desired: UnsafeRawPointer(new.toOpaque()), ordering: .acquiringAndReleasing)
        guard !isStored, let first else { return new.takeUnretainedValue() }
        // Another thread was first. Nothing else balances the `passRetained` of this object.
        new.release()
        return Unmanaged<Value>.fromOpaque(first).takeUnretainedValue()
    }
}
