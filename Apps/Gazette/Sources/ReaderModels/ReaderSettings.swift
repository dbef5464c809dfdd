/// The servers and the keys of the services.
///
/// As with the command `gazette`, the service itself is used if there is a key for it, and the emulator replaces the
/// others, unless ``isLive`` is set.
public struct ReaderSettings: Hashable, Sendable {
    /// The address of `gazette emulate --port 8080`, also for a simulator on the same machine.
    public static let usualEmulator = "http://127.0.0.1:8080"

    /// The key of NewsAPI.org.
    public var newsKey: String?
    /// The key or token of TMDb.
    public var moviesKey: String?
    /// The supporter's key of TheMealDB, which also works without one.
    public var mealsKey: String?
    /// Whether the services themselves are used, without the emulator.
    public var isLive = false
    /// The address of the emulator.
    public var emulator = Self.usualEmulator

    /// Makes settings that replace all services with the emulator at its default address.
    public init() {}

    /// Reads the variables that `gazette` reads: `NEWSAPI_KEY`, `TMDB_KEY`, `THEMEALDB_KEY`, `GAZETTE_LIVE`, and
    /// besides `GAZETTE_EMULATOR`, the address of the emulator.
    public init(environment: [String: String]) {
        func text(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        newsKey = text("NEWSAPI_KEY")
        moviesKey = text("TMDB_KEY")
        mealsKey = text("THEMEALDB_KEY")
        isLive = ["1", "true", "yes"].contains(text("GAZETTE_LIVE")?.lowercased())
        emulator = text("GAZETTE_EMULATOR") ?? Self.usualEmulator
    }
}
