/// The moments at which a stale resource is fetched again while it is observed.
///
/// If there is no value, an observer that appears starts a fetch whatever its triggers.
public struct RefetchTriggers: OptionSet, Sendable, Hashable {
    /// The bits of the set.
    public let rawValue: Int

    /// Makes a set of bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// When an observer appears, but not within two seconds of the last response.
    public static let appearance = RefetchTriggers(rawValue: 1)
    /// When the app comes to the foreground (`Foreground`).
    public static let foreground = RefetchTriggers(rawValue: 2)
    /// When the network returns (`Reachability`).
    public static let reconnection = RefetchTriggers(rawValue: 4)
    /// When the value becomes stale while it is observed, at most every five seconds. Not part of
    /// ``standard``.
    public static let expiry = RefetchTriggers(rawValue: 8)

    /// Appearance, foreground and reconnection.
    public static let standard: RefetchTriggers = [.appearance, .foreground, .reconnection]
}
