/// How the cache is read for the first observer of a resource.
enum ColdStart {
    /// Whether a screen observes just now, which shows what it gets before it is drawn.
    ///
    /// A small stored value is then read on its thread, if the store does not have to be waited for. It is a task-local value, since a
    /// screen may observe a view of several resources.
    @TaskLocal static var isPrompt = false

    /// The most bytes of bodies that are decoded on the thread of a screen.
    static let promptBodyLimit = 32 << 10
}
