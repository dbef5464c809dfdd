#if canImport(Glibc)
import Glibc
#endif

/// The memory of this process.
enum ProcessMemory {
    /// Returns freed memory to the system, which takes some milliseconds.
    ///
    /// The allocator of glibc does not return memory after a peak by itself (malloc_trim(3)).
    static func giveBack() {
        #if canImport(Glibc)
        // No module declares `malloc_trim`.
        guard let symbol = dlsym(nil, "malloc_trim") else { return }
        _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)(0)
        #endif
    }
}
