/// How the cache is read for the first observer of a resource.
enum ColdStart {
    /// Whether the observation that begins is that of a screen, which needs a value before it is drawn.
    ///
    /// A small stored value is then read on the screen's thread, if the store can be read without waiting. It is a
    /// task-local value, since a screen may observe a view of several resources.
    @TaskLocal static var readsAtOnce = false

    /// The most bytes of bodies that are decoded on the screen's thread.
    static let bodyLimit = 32 << 10
}
