// Written by "freshet service" from tmdb.yaml. Changes are overwritten.

extension MovieService {
    /// A value of the service, which may get others.
    public struct TrendWindow: OpenText {
        /// The value as the service writes it.
        public let rawValue: String

        /// Makes a value, known or not.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The value `day`.
        public static var day: TrendWindow { TrendWindow(rawValue: "day") }
        /// The value `week`.
        public static var week: TrendWindow { TrendWindow(rawValue: "week") }
    }
}
