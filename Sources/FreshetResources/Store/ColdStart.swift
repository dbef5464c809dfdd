/// How the cache is read for the first observer of a resource.
enum ColdStart {
    /// Whether the observation that begins belongs to a screen, which needs a value before it is
    /// drawn.
    ///
    /// A small stored value is then read on the screen's thread, if the store can be read without waiting. It is a
    /// task-local value, since a screen may observe a view of several resources.
    @TaskLocal static var readsAtOnce = false

    /// The maximum number of bytes in a body that is decoded on the screen's thread.
    static let bodyLimit = 32 << 10
}
